import java.text.DateFormat;
import java.text.NumberFormat;
import java.util.Date;

/** Formats that are asked for by a method have state as those that are made have. */
public class ContainerFormats {
    private static final NumberFormat NUMBERS = NumberFormat.getInstance();
    private static final DateFormat DATES = DateFormat.getDateInstance(DateFormat.SHORT);
    private static final ThreadLocal<NumberFormat> OF_EACH =
            ThreadLocal.withInitial(NumberFormat::getPercentInstance);

    static String numberBad(double number) {
        return NUMBERS.format(number);  // expect: data-race container ContainerFormats.NUMBERS
    }

    static String dateBad(Date date) {
        return DATES.format(date);  // expect: data-race container ContainerFormats.DATES
    }

    static String percentOk(double number) {
        return OF_EACH.get().format(number);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            int number = i;
            new Thread(() ->
                    System.out.println(numberBad(number) + dateBad(new Date()) + percentOk(number))).start();
        }
    }
}
