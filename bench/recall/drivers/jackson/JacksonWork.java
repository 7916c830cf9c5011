import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Jackson: beans, records, polymorphic types, trees, streams, own serializers, converted values. */
public class JacksonWork {
    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        mapper.enable(SerializationFeature.INDENT_OUTPUT);
        mapper.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        beans(mapper);
        polymorphic(mapper);
        trees(mapper);
        streams(mapper);
        own(mapper.copy());
        problems(mapper);
    }

    /** A bean with properties of many types. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public static class Order {
        private String id;
        private int count;
        private BigDecimal price;
        private Level level = Level.LOW;
        private List<Item> items = new ArrayList<>();
        private Map<String, List<Integer>> marks = new TreeMap<>();

        @JsonFormat(shape = JsonFormat.Shape.STRING, pattern = "yyyy-MM-dd", timezone = "UTC")
        public Date day;

        @JsonIgnore public String secret = "hidden";
        @JsonUnwrapped public Place place;
        public double[] numbers = {1.5, 2};
        public EnumMap<Level, Boolean> flags = new EnumMap<>(Level.class);

        public String getId() {
            return id;
        }

        public void setId(String id) {
            this.id = id;
        }

        public int getCount() {
            return count;
        }

        public void setCount(int count) {
            this.count = count;
        }

        public BigDecimal getPrice() {
            return price;
        }

        public void setPrice(BigDecimal price) {
            this.price = price;
        }

        public Level getLevel() {
            return level;
        }

        public void setLevel(Level level) {
            this.level = level;
        }

        public List<Item> getItems() {
            return items;
        }

        public void setItems(List<Item> items) {
            this.items = items;
        }

        public Map<String, List<Integer>> getMarks() {
            return marks;
        }

        public void setMarks(Map<String, List<Integer>> marks) {
            this.marks = marks;
        }
    }

    /** How urgent. */
    public enum Level {
        LOW,
        HIGH
    }

    /** A record. */
    public record Item(String name, long weight) {}

    /** Unwrapped into its owner. */
    public static class Place {
        public String city = "Bern";
        public int zip = 3000;
    }

    /** Made by a constructor with named parameters. */
    public static final class Pair {
        final int left;
        final String right;

        @JsonCreator
        public Pair(@JsonProperty("left") int left, @JsonProperty("right") String right) {
            this.left = left;
            this.right = right;
        }

        @JsonProperty("left")
        public int left() {
            return left;
        }

        @JsonProperty("right")
        public String right() {
            return right;
        }
    }

    private static void beans(ObjectMapper mapper) throws IOException {
        Order order = new Order();
        order.setId("o1");
        order.setCount(3);
        order.setPrice(new BigDecimal("12.50"));
        order.setLevel(Level.HIGH);
        order.getItems().add(new Item("nail", 3));
        order.getItems().add(new Item("screw", 5));
        order.getMarks().put("a", List.of(1, 2, 3));
        order.day = new Date(86_400_000L * 365);
        order.place = new Place();
        order.flags.put(Level.LOW, true);
        String text = mapper.writeValueAsString(order);
        System.out.println(text);
        Order back = mapper.readValue(text, Order.class);
        System.out.println(back.getItems() + " " + back.getPrice() + " " + back.day.getTime() + back.flags);
        byte[] bytes = mapper.writeValueAsBytes(List.of(new Pair(1, "one"), new Pair(2, "two")));
        List<Pair> pairs = mapper.readValue(bytes, new TypeReference<List<Pair>>() {});
        System.out.println(pairs.get(1).right);
        Map<String, Object> map = mapper.convertValue(back, new TypeReference<LinkedHashMap<String, Object>>() {});
        System.out.println(map.keySet());
        System.out.println(mapper.readerForUpdating(back).<Order>readValue("{\"count\": 9, \"odd\": []}").getCount());
        System.out.println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(new Object[] {1, "a", null, true, 2.5f}));
    }

    /** What has an area. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Circle.class, name = "circle"),
        @JsonSubTypes.Type(value = Square.class, name = "square")
    })
    public interface Shape {
        double area();
    }

    /** A shape. */
    public static class Circle implements Shape {
        public double radius;

        @Override
        public double area() {
            return 3 * radius * radius;
        }
    }

    /** Another shape. */
    public static class Square implements Shape {
        public double side;

        @Override
        public double area() {
            return side * side;
        }
    }

    private static void polymorphic(ObjectMapper mapper) throws IOException {
        String text = "[{\"kind\": \"circle\", \"radius\": 2}, {\"kind\": \"square\", \"side\": 3}]";
        for (Shape shape : mapper.readValue(text, Shape[].class)) {
            System.out.println(shape.area() + " " + mapper.writeValueAsString(shape));
        }
    }

    private static void trees(ObjectMapper mapper) throws IOException {
        JsonNode root = mapper.readTree("{\"a\": {\"b\": [1, 2.5, \"x\", null, true]}, \"c\": 12345678901}");
        System.out.println(root.at("/a/b/2").asText() + root.path("c").asLong() + root.findValues("b").size());
        ObjectNode made = mapper.createObjectNode();
        ArrayNode list = made.putArray("list");
        for (JsonNode node : root.get("a").get("b")) {
            list.add(node);
        }
        made.put("n", 1).put("t", "text").set("root", root.deepCopy());
        made.remove("n");
        System.out.println(made + " " + made.equals(mapper.readTree(made.toString())));
        System.out.println(mapper.treeToValue(mapper.readTree("{\"name\": \"x\", \"weight\": 4}"), Item.class));
        System.out.println(mapper.valueToTree(new Item("y", 5)).size());
    }

    private static void streams(ObjectMapper mapper) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator generator = mapper.getFactory().createGenerator(out)) {
            generator.writeStartObject();
            generator.writeStringField("text", "quote \" and \u00e9");
            generator.writeArrayFieldStart("numbers");
            for (int i = 0; i < 4; i++) {
                generator.writeNumber(i * 0.5);
            }
            generator.writeEndArray();
            generator.writeBinaryField("bytes", new byte[] {1, 2, 3});
            generator.writeEndObject();
        }
        int tokens = 0;
        try (JsonParser parser = mapper.getFactory().createParser(out.toString())) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                tokens += token.isScalarValue() ? 1 : 0;
            }
        }
        System.out.println(out + " " + tokens);
    }

    private static void own(ObjectMapper mapper) throws IOException {
        SimpleModule module = new SimpleModule();
        module.addSerializer(Item.class, new ItemWriter());
        module.addDeserializer(Item.class, new ItemReader());
        mapper.registerModule(module);
        String text = mapper.writeValueAsString(new Item("bolt", 7));
        System.out.println(text + " " + mapper.readValue(text, Item.class));
    }

    /** Writes an item as one text. */
    static final class ItemWriter extends StdSerializer<Item> {
        private static final long serialVersionUID = 1;

        ItemWriter() {
            super(Item.class);
        }

        @Override
        public void serialize(Item item, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(item.name() + ":" + item.weight());
        }
    }

    /** Reads it again. */
    static final class ItemReader extends StdDeserializer<Item> {
        private static final long serialVersionUID = 1;

        ItemReader() {
            super(Item.class);
        }

        @Override
        public Item deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String[] parts = in.getText().split(":");
            return new Item(parts[0], Long.parseLong(parts[1]));
        }
    }

    private static void problems(ObjectMapper mapper) {
        for (String text : List.of("{\"left\": ", "{\"left\": \"no\"}", "[]")) {
            try {
                System.out.println(mapper.readValue(text, Pair.class));
            } catch (JsonProcessingException expected) {
                System.out.println(expected.getClass().getSimpleName());
            }
        }
    }
}
