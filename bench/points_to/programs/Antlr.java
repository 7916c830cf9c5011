import antlr.Tool;
import java.nio.file.Files;
import java.nio.file.Path;

/** ANTLR 2: makes a lexer and a parser of a small grammar. */
public final class Antlr {
  private Antlr() {}

  private static final String GRAMMAR =
      "class SumParser extends Parser; options { buildAST = true; }\n"
          + "sum : NUMBER (PLUS^ NUMBER)* ;\n"
          + "class SumLexer extends Lexer;\n"
          + "NUMBER : ('0'..'9')+ ;\n"
          + "PLUS : '+' ;\n"
          + "SPACE : ' ' { $setType(Token.SKIP); } ;\n"
          + "class SumWalker extends TreeParser;\n"
          + "sum : #(PLUS sum sum) | NUMBER ;\n";

  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("antlr");
    Path grammar = Files.writeString(folder.resolve("sum.g"), GRAMMAR);
    int code = new Tool().doEverything(new String[] {"-o", folder.toString(), grammar.toString()});
    System.out.println("code " + code);
  }
}
