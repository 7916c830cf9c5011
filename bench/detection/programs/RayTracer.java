import java.util.concurrent.atomic.AtomicInteger;

/** A ray tracer: spheres, one light, mirrors; vectors are small objects that nobody changes. */
final class RayTracer {
    private static final int DEEPEST = 4;
    private static final double CLOSE = 1e-6;

    private static final class Vector {
        static final Vector NOWHERE = new Vector(0, 0, 0);

        final double x;
        final double y;
        final double z;

        Vector(double x, double y, double z) {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        Vector plus(Vector other) {
            return new Vector(x + other.x, y + other.y, z + other.z);
        }

        Vector minus(Vector other) {
            return new Vector(x - other.x, y - other.y, z - other.z);
        }

        Vector times(double factor) {
            return new Vector(factor * x, factor * y, factor * z);
        }

        double dot(Vector other) {
            return x * other.x + y * other.y + z * other.z;
        }

        Vector unit() {
            return times(1 / Math.sqrt(dot(this)));
        }
    }

    private static final class Ray {
        final Vector origin;
        final Vector direction;

        Ray(Vector origin, Vector direction) {
            this.origin = origin;
            this.direction = direction;
        }

        Vector at(double distance) {
            return origin.plus(direction.times(distance));
        }
    }

    /** What a ray meets first; one object serves for all spheres of a ray. */
    private static final class Hit {
        private double distance = Double.MAX_VALUE;
        private Sphere sphere;

        void offer(double candidate, Sphere at) {
            if (candidate > CLOSE && candidate < distance) {
                distance = candidate;
                sphere = at;
            }
        }
    }

    private static final class Sphere {
        private final Vector center;
        private final double square;
        private final Vector color;
        private final double mirror;

        Sphere(Vector center, double radius, Vector color, double mirror) {
            this.center = center;
            this.square = radius * radius;
            this.color = color;
            this.mirror = mirror;
        }

        void meet(Ray ray, Hit hit) {
            Vector away = center.minus(ray.origin);
            double along = away.dot(ray.direction);
            double discriminant = along * along - away.dot(away) + square;
            if (discriminant > 0) {
                double half = Math.sqrt(discriminant);
                hit.offer(along - half, this);
                hit.offer(along + half, this);
            }
        }
    }

    private final Sphere[] spheres;
    private final Vector light = new Vector(-20, 30, -20);
    private final int[][] image;
    private final AtomicInteger nextRow = new AtomicInteger();

    private RayTracer(int size) {
        this.image = new int[size][size];
        this.spheres = new Sphere[64];
        Random64 random = new Random64(64);
        for (int i = 0; i < spheres.length; i++) {
            Vector center = new Vector(i % 4 * 3 - 4.5, i / 4 % 4 * 3 - 4.5, i / 16 * 3);
            Vector color =
                    new Vector(random.fraction(), random.fraction(), random.fraction());
            spheres[i] = new Sphere(center, 0.8 + random.fraction(), color, random.fraction() / 2);
        }
    }

    private void work() {
        for (int row = nextRow.getAndIncrement(); row < image.length; ) {
            int[] pixels = image[row];
            for (int column = 0; column < pixels.length; column++) {
                pixels[column] = pixel(row, column);
            }
            row = nextRow.getAndIncrement();
        }
    }

    private int pixel(int row, int column) {
        double half = image.length / 2.0;
        Vector direction = new Vector((column - half) / half, (half - row) / half, 1.5).unit();
        Vector color = trace(new Ray(new Vector(0, 0, -14), direction), 0);
        return part(color.x) << 16 | part(color.y) << 8 | part(color.z);
    }

    private static int part(double light) {
        return (int) (255 * Math.min(1, Math.max(0, light)));
    }

    private Vector trace(Ray ray, int depth) {
        Hit hit = meet(ray);
        if (hit.sphere == null) {
            return Vector.NOWHERE;
        }
        Vector place = ray.at(hit.distance);
        Vector normal = place.minus(hit.sphere.center).unit();
        Vector towards = light.minus(place).unit();
        double shine = Math.max(0, normal.dot(towards));
        boolean isDark = shine > 0 && meet(new Ray(place, towards)).sphere != null;
        Vector own = hit.sphere.color.times(0.1 + (isDark ? 0 : 0.9 * shine));
        if (depth == DEEPEST) {
            return own;
        }
        Vector back = normal.times(2 * normal.dot(ray.direction));
        Vector mirrored = trace(new Ray(place, ray.direction.minus(back)), depth + 1);
        double mirror = hit.sphere.mirror;
        return own.times(1 - mirror).plus(mirrored.times(mirror));
    }

    private Hit meet(Ray ray) {
        Hit hit = new Hit();
        for (Sphere sphere : spheres) {
            sphere.meet(ray, hit);
        }
        return hit;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        RayTracer tracer = new RayTracer(Integer.parseInt(arguments[1]));
        Workers.run(threads, worker -> tracer.work());
        long sum = 0;
        for (int[] row : tracer.image) {
            for (int pixel : row) {
                sum = 31 * sum + pixel;
            }
        }
        System.out.println("checksum " + Long.toHexString(sum));
    }
}
