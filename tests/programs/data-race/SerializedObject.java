// snarl: --open SerializedObject
import java.beans.BeanInfo;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Who serializes an object calls its `writeObject`; `readObject` runs only on an object just made. */
public class SerializedObject implements Serializable {
    private transient Object support = new Object();

    public synchronized Object getSupport() {
        return support;
    }

    public static Object propertyOk(Object bean, String name)
            throws IntrospectionException, ReflectiveOperationException {
        BeanInfo info = Introspector.getBeanInfo(bean.getClass());
        for (PropertyDescriptor property : info.getPropertyDescriptors()) {
            if (property.getName().equals(name)) {
                return property.getReadMethod().invoke(bean);
            }
        }
        return null;
    }

    public static byte[] toBytesOk(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(object);
        out.flush();
        return bytes.toByteArray();
    }

    public static Object fromBytesOk(ObjectInputStream in) throws IOException, ClassNotFoundException {
        return in.readObject();
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.writeInt(1);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.readInt();
        support = new Object();
    }
}
