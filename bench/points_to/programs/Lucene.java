import java.io.IOException;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryParser.ParseException;
import org.apache.lucene.queryParser.QueryParser;
import org.apache.lucene.search.Hits;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.RAMDirectory;

/** Lucene: writes an index in memory, two threads search it, a document goes. */
public final class Lucene {
  private Lucene() {}

  private static final String[] QUERIES = {
    "knot AND thread", "text:thr*", "\"tangled thread\"~2", "knut~", "[a TO m]", "knot^2 -rope"
  };

  private static void add(IndexWriter writer, String name, String text) throws IOException {
    Document document = new Document();
    document.add(Field.Keyword("name", name));
    document.add(Field.Text("text", text));
    writer.addDocument(document);
  }

  private static void search(Directory directory) {
    try {
      IndexSearcher searcher = new IndexSearcher(directory);
      for (String text : QUERIES) {
        Query query = QueryParser.parse(text, "text", new StandardAnalyzer());
        Hits hits = searcher.search(query, new Sort("name"));
        for (int place = 0; place < hits.length(); place++) {
          System.out.println(text + ": " + hits.doc(place).get("name") + " " + hits.score(place));
        }
      }
      searcher.close();
    } catch (IOException | ParseException problem) {
      throw new IllegalStateException(problem);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Directory directory = new RAMDirectory();
    IndexWriter writer = new IndexWriter(directory, new StandardAnalyzer(), true);
    add(writer, "first", "a knot of tangled thread");
    add(writer, "second", "threads, not ropes");
    add(writer, "third", "the knot in a rope");
    writer.optimize();
    writer.close();
    Thread one = new Thread(() -> search(directory));
    Thread two = new Thread(() -> search(directory));
    one.start();
    two.start();
    one.join();
    two.join();
    IndexReader reader = IndexReader.open(directory);
    System.out.println(reader.delete(new Term("name", "third")) + " of " + reader.maxDoc());
    reader.close();
  }
}
