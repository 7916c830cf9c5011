import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/** Lucene: index in a folder and in memory, many kinds of queries, updates, a parallel search. */
public class LuceneWork {
    private static final List<String> WORDS =
            List.of("thread", "lock", "monitor", "race", "order", "queue", "running", "waits", "snarl");

    public static void main(String[] args) throws Exception {
        try (Directory folder = FSDirectory.open(Path.of(args[0], "index"));
                Analyzer analyzer = new EnglishAnalyzer()) {
            index(folder, analyzer, 300);
            search(folder, analyzer);
            change(folder, analyzer);
        }
        try (Directory memory = new ByteBuffersDirectory();
                Analyzer analyzer = new StandardAnalyzer()) {
            index(memory, analyzer, 50);
            parallel(memory);
            tokens(analyzer);
        }
    }

    private static void index(Directory directory, Analyzer analyzer, int documents) throws IOException {
        IndexWriterConfig config = new IndexWriterConfig(analyzer);
        config.setMaxBufferedDocs(60);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
            for (int number = 0; number < documents; number++) {
                writer.addDocument(document(number));
            }
            writer.commit();
            writer.forceMerge(1);
        }
    }

    private static Document document(int number) {
        Document document = new Document();
        document.add(new StringField("id", "d" + number, Field.Store.YES));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            text.append(WORDS.get((number * 7 + i * i) % WORDS.size())).append(i % 5 == 4 ? ". " : " ");
        }
        document.add(new TextField("text", text.toString(), Field.Store.YES));
        document.add(new IntPoint("number", number));
        document.add(new StoredField("number", number));
        document.add(new NumericDocValuesField("rank", number % 10));
        document.add(new SortedDocValuesField("group", new BytesRef("g" + number % 4)));
        document.add(new KnnFloatVectorField("vector", new float[] {number, number % 3 + 1, 1}));
        return document;
    }

    private static void search(Directory directory, Analyzer analyzer) throws Exception {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            QueryParser parser = new QueryParser("text", analyzer);
            show(searcher, parser.parse("thread AND (lock OR monitor) -queue"));
            show(searcher, parser.parse("\"race order\"~3 run* id:d7^2"));
            show(searcher, new TermQuery(new Term("id", "d42")));
            show(searcher, IntPoint.newRangeQuery("number", 10, 15));
            show(searcher, new PhraseQuery(1, "text", "lock", "race"));
            show(searcher, new FuzzyQuery(new Term("text", "snarls")));
            show(searcher, new WildcardQuery(new Term("text", "mon*r")));
            show(searcher, new PrefixQuery(new Term("id", "d29")));
            show(searcher, new KnnFloatVectorQuery("vector", new float[] {20, 2, 1}, 5));
            Query both =
                    new BooleanQuery.Builder()
                            .add(new TermQuery(new Term("text", "thread")), BooleanClause.Occur.MUST)
                            .add(IntPoint.newRangeQuery("number", 0, 90), BooleanClause.Occur.FILTER)
                            .add(new TermQuery(new Term("text", "queue")), BooleanClause.Occur.SHOULD)
                            .build();
            show(searcher, both);
            System.out.println(searcher.explain(both, 3).isMatch());
            Sort sort =
                    new Sort(
                            new SortField("group", SortField.Type.STRING),
                            new SortField("rank", SortField.Type.LONG, true));
            TopDocs sorted = searcher.search(both, 5, sort);
            System.out.println("sorted " + sorted.scoreDocs.length);
        }
    }

    private static void change(Directory directory, Analyzer analyzer) throws IOException {
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer));
                DirectoryReader before = DirectoryReader.open(writer)) {
            writer.deleteDocuments(new Term("id", "d1"));
            writer.updateDocument(new Term("id", "d2"), document(2));
            writer.updateNumericDocValue(new Term("id", "d3"), "rank", 77L);
            try (DirectoryReader after = DirectoryReader.openIfChanged(before, writer)) {
                System.out.println(before.numDocs() + " " + after.numDocs());
            }
        }
    }

    private static void parallel(Directory directory) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader, executor);
            System.out.println(searcher.count(new TermQuery(new Term("text", "race"))));
            show(searcher, new TermQuery(new Term("text", "waits")));
        } finally {
            executor.shutdown();
        }
    }

    private static void tokens(Analyzer analyzer) throws IOException {
        try (TokenStream stream = analyzer.tokenStream("text", "The Quick brown-fox, 3 times!")) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                System.out.print(term + " ");
            }
            stream.end();
            System.out.println();
        }
    }

    private static void show(IndexSearcher searcher, Query query) throws IOException {
        TopDocs found = searcher.search(query, 3);
        StringBuilder line = new StringBuilder(query + ": " + found.totalHits);
        for (ScoreDoc hit : found.scoreDocs) {
            line.append(' ').append(searcher.storedFields().document(hit.doc).get("id"));
        }
        System.out.println(line);
    }
}
