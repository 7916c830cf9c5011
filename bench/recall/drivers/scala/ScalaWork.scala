import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger
import scala.annotation.tailrec
import scala.collection.concurrent.TrieMap
import scala.collection.immutable.{BitSet, ListMap, Queue, TreeMap}
import scala.collection.mutable
import scala.concurrent.duration._
import scala.concurrent.{Await, ExecutionContext, Future, Promise}
import scala.util.control.NonFatal
import scala.util.matching.Regex
import scala.util.{Failure, Success, Try, Using}

/** Scala: pattern matching, collections, lazy lists, type classes, futures and promises. */
object ScalaWork {
  sealed trait Expression
  final case class Number(value: Int) extends Expression
  final case class Variable(name: String) extends Expression
  final case class Sum(left: Expression, right: Expression) extends Expression
  final case class Product(left: Expression, right: Expression) extends Expression
  case object Nothing2 extends Expression

  def main(args: Array[String]): Unit = {
    expressions()
    collections()
    moreCollections()
    lazily()
    typeClasses()
    problems()
    futures()
    threads()
  }

  def simplify(expression: Expression): Expression = expression match {
    case Sum(Number(0), right) => simplify(right)
    case Sum(left, Number(0)) => simplify(left)
    case Product(Number(1), right) => simplify(right)
    case Product(zero @ Number(0), _) => zero
    case Sum(Number(a), Number(b)) => Number(a + b)
    case Sum(left, right) => Sum(simplify(left), simplify(right))
    case Product(left, right) if left == right => Product(simplify(left), simplify(right))
    case other => other
  }

  object Even {
    def unapply(n: Int): Option[Int] = if (n % 2 == 0) Some(n / 2) else None
  }

  def expressions(): Unit = {
    val x = Variable("x")
    val samples = List(Sum(Number(0), x), Product(Number(0), x), Sum(Number(2), Number(3)), Product(x, x), Nothing2)
    samples.map(simplify).foreach(println)
    println(Sum(x, Number(1)).copy(right = Number(2)).productIterator.mkString("/"))
    val kinds = List[Any](4, 5, "text", 2.5, List(1, 2, 3), Some('c'), null, Array(1)).map {
      case Even(half) => s"even $half"
      case n: Int => s"odd $n"
      case s: String if s.nonEmpty => s.reverse
      case d: Double => f"$d%.2f"
      case first :: _ :: rest => s"$first and $rest"
      case Some(c: Char) => c.toUpper.toString
      case null => "nothing"
      case _ => "else"
    }
    println(kinds)
    val Date: Regex = """(\d+)-(\d+)""".r
    "2024-05" match { case Date(year, month) => println(year.toInt + month.toInt) }
  }

  def collections(): Unit = {
    val words = "the quick brown fox jumps over the lazy dog".split(' ').toVector
    println(words.groupBy(_.length).view.mapValues(_.sorted).toMap.toList.sortBy(_._1))
    println(words.zipWithIndex.collect { case (w, i) if i % 2 == 0 => w }.mkString("[", ",", "]"))
    println(words.foldLeft(Map.empty[Char, Int]) { (m, w) => m.updated(w.head, m.getOrElse(w.head, 0) + 1) }.toSeq.sorted)
    println(words.sliding(2).map(_.last).toList ++ words.grouped(4).map(_.size.toString))
    println((for { a <- 1 to 4; b <- a to 4; if (a + b) % 2 == 0 } yield a * b).sum)
    println(words.partition(_.contains('o'))._2.sortWith(_ > _).distinct.reverse)
    println(List(3, 1, 2).sorted(Ordering[Int].reverse).scanLeft(0)(_ + _))
    println(words.maxBy(_.count("aeiou".contains(_))) + words.minOption.getOrElse(""))
    println(words.groupMapReduce(_.head)(_ => 1)(_ + _).values.sum)
  }

  def moreCollections(): Unit = {
    val buffer = mutable.ListBuffer(1, 2, 3)
    buffer += 4
    buffer --= List(1)
    val map = mutable.LinkedHashMap("a" -> 1)
    map.getOrElseUpdate("b", 2)
    println(buffer.toList.toString + map.mkString(";") + mutable.PriorityQueue(3, 9, 4).dequeue())
    println(TreeMap("z" -> 1, "y" -> 2).rangeFrom("z") ++ ListMap("q" -> 3))
    println(Queue(1, 2).enqueue(3).dequeue._2.toList ::: BitSet(5, 3).toList)
    println(Array(5, 3, 4).sortInPlace().toList.zip(Iterator.iterate(1)(_ * 3).take(3).toList))
    println(Set(1, 2, 3, 4, 5, 6).diff(Set(2)).toList.sorted.transpose(n => List(n, -n)).map(_.sum))
    println(Vector.tabulate(40)(n => n).updated(33, 0).drop(30).lastIndexOf(0))
    println(Either.cond(buffer.size > 2, "many", 0).map(_.length).getOrElse(-1))
  }

  def lazily(): Unit = {
    lazy val numbers: LazyList[Int] = 1 #:: numbers.map(_ * 2)
    println(numbers.filter(_ % 3 == 1).take(4).toList)
    println(Iterator.from(1).map(n => n * n).dropWhile(_ < 50).next())
    println((1 to 20).view.map(_ + 1).filter(_ % 2 == 0).take(3).force)
    @tailrec def gcd(a: Int, b: Int): Int = if (b == 0) a else gcd(b, a % b)
    println(gcd(84, 36))
  }

  trait Show[A] { def show(a: A): String }
  object Show {
    implicit val ofInt: Show[Int] = n => s"int $n"
    implicit def ofList[A](implicit one: Show[A]): Show[List[A]] = _.map(one.show).mkString("<", " ", ">")
    implicit def ofPair[A: Show, B: Show]: Show[(A, B)] = { case (a, b) => show(a) + show(b) }
    def show[A](a: A)(implicit how: Show[A]): String = how.show(a)
  }
  implicit class Twice(private val text: String) extends AnyVal { def twice: String = text + text }
  trait Loud { def name: String; def shout: String = name.toUpperCase }
  trait Polite extends Loud { override def shout: String = "please, " + super.shout }
  class Person(val name: String) extends Loud
  class Guest(name: String) extends Person(name) with Polite { override lazy val toString = s"guest $name" }

  def typeClasses(): Unit = {
    println(Show.show(List((1, List(2, 3)))))
    println("ab".twice + new Guest("ann").shout + new Guest("bob"))
    val add: (Int, Int) => Int = _ + _
    val half: PartialFunction[Int, Int] = { case Even(h) => h }
    println(add.curried(3).andThen(_ * 2)(4) + half.applyOrElse(7, (n: Int) => -n) + half.lift(8).getOrElse(0))
  }

  def problems(): Unit = {
    println(Try("12x".toInt).recover { case _: NumberFormatException => -1 }.map(_ * 2))
    println(Try(List.empty[Int].head).toEither.left.map(_.getClass.getSimpleName))
    try sys.error("broken") catch { case NonFatal(e) => println(e.getMessage) } finally println("finally")
    val closed = mutable.Buffer[String]()
    class Resource extends AutoCloseable { override def close(): Unit = closed += "closed" }
    println(Using(new Resource)(_ => 5).get + closed.size)
    println(List(1, 2, 3).find(_ > 1).fold("none")(_.toString))
  }

  def futures(): Unit = {
    val pool = Executors.newFixedThreadPool(2)
    implicit val context: ExecutionContext = ExecutionContext.fromExecutorService(pool)
    val squares = Future.traverse((1 to 5).toList)(n => Future(n * n))
    val chain = for { list <- squares; extra <- Future.successful(10) if list.nonEmpty } yield list.sum + extra
    println(Await.result(chain, 10.seconds))
    val promise = Promise[String]()
    val heard = promise.future.map(_.length).andThen { case Success(n) => n; case Failure(e) => e.printStackTrace() }
    promise.success("kept")
    println(Await.result(heard.zip(Future(1)), 10.seconds))
    val failed = Future[Int](throw new IllegalStateException("no")).recoverWith { case e => Future(e.getMessage.length) }
    println(Await.result(failed.fallbackTo(Future(0)), 10.seconds))
    println(Await.result(Future.sequence(List(Future(1), Future(2))).transform(_.map(_.sum)), 10.seconds))
    println(Await.result(Future.firstCompletedOf(List(Future("first"))), 10.seconds))
    pool.shutdown()
    val global = scala.concurrent.ExecutionContext.global
    println(Await.result(Future(scala.concurrent.blocking(6))(global), 10.seconds))
  }

  def threads(): Unit = {
    val counts = TrieMap[Int, AtomicInteger]()
    val threads = (1 to 3).map { n =>
      val thread = new Thread(() => (1 to 20).foreach(i => counts.getOrElseUpdate(i % 4, new AtomicInteger()).addAndGet(n)))
      thread.start()
      thread
    }
    threads.foreach(_.join())
    println(counts.toList.sortBy(_._1).map(_._2.get))
  }
}
