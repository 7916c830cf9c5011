import java.beans.BeanInfo;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;

/** Properties set by reflection, as frameworks do: by public methods that take what there is to give. */
public class ReflectionOfProperties {
    private int locked;
    private String name;

    public synchronized void addOk() {
        setBoth(1, 2);
    }

    protected void setBoth(int one, int two) {
        locked = one + two;
    }

    public void setNameBad(String name) {
        this.name = name; // expect: data-race ReflectionOfProperties.name
    }

    static void setAll(Object bean, String value) throws Exception {
        BeanInfo info = Introspector.getBeanInfo(bean.getClass());
        for (PropertyDescriptor property : info.getPropertyDescriptors()) {
            Method setter = property.getWriteMethod();
            if (setter != null) {
                setter.invoke(bean, value);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ReflectionOfProperties shared = new ReflectionOfProperties();
        new Thread(shared::addOk).start();
        new Thread(() -> shared.setNameBad("other")).start();
        shared.addOk();
        setAll(shared, "one");
    }
}
