import java.util.concurrent.CyclicBarrier;

/**
 * Molecular dynamics: particles in a box that pull and push each other; each thread adds up forces
 * of its own, which are put together when all are done.
 */
final class Molecules {
    private static final double STEP = 0.0005;
    private static final double REACH = 6.25;

    private static final class Molecule {
        private double x;
        private double y;
        private double z;
        private double speedX;
        private double speedY;
        private double speedZ;
        private double forceX;
        private double forceY;
        private double forceZ;

        Molecule(double x, double y, double z, Random64 random) {
            this.x = x;
            this.y = y;
            this.z = z;
            this.speedX = random.fraction() - 0.5;
            this.speedY = random.fraction() - 0.5;
            this.speedZ = random.fraction() - 0.5;
        }

        void move(double side) {
            speedX += forceX * STEP;
            speedY += forceY * STEP;
            speedZ += forceZ * STEP;
            x = inside(x + speedX * STEP, side);
            y = inside(y + speedY * STEP, side);
            z = inside(z + speedZ * STEP, side);
        }

        private static double inside(double place, double side) {
            return place < 0 ? place + side : place >= side ? place - side : place;
        }

        double energy() {
            return (speedX * speedX + speedY * speedY + speedZ * speedZ) / 2;
        }
    }

    private final Molecule[] molecules;
    private final double[][] forces;
    private final double side;
    private final int threads;
    private final CyclicBarrier barrier;

    private Molecules(int edge, int threads) {
        this.threads = threads;
        this.side = edge * 1.2;
        this.barrier = new CyclicBarrier(threads);
        this.molecules = new Molecule[edge * edge * edge];
        this.forces = new double[threads][3 * molecules.length];
        Random64 random = new Random64(edge);
        for (int i = 0; i < molecules.length; i++) {
            double x = i % edge * 1.2;
            double y = i / edge % edge * 1.2;
            double z = i / edge / edge * 1.2;
            molecules[i] = new Molecule(x, y, z, random);
        }
    }

    private void simulate(int worker, int steps) throws Exception {
        int first = molecules.length * worker / threads;
        int end = molecules.length * (worker + 1) / threads;
        for (int step = 0; step < steps; step++) {
            double[] own = forces[worker];
            for (int i = worker; i < molecules.length; i += threads) {
                addForces(i, own);
            }
            barrier.await();
            for (int i = first; i < end; i++) {
                collect(i);
                molecules[i].move(side);
            }
            barrier.await();
        }
    }

    private void addForces(int index, double[] own) {
        Molecule one = molecules[index];
        double sumX = 0;
        double sumY = 0;
        double sumZ = 0;
        for (int i = index + 1; i < molecules.length; i++) {
            Molecule other = molecules[i];
            double x = nearest(one.x - other.x);
            double y = nearest(one.y - other.y);
            double z = nearest(one.z - other.z);
            double square = x * x + y * y + z * z;
            if (square < REACH) {
                double inverse = 1 / square;
                double sixth = inverse * inverse * inverse;
                double force = 48 * inverse * sixth * (sixth - 0.5);
                sumX += force * x;
                sumY += force * y;
                sumZ += force * z;
                own[3 * i] -= force * x;
                own[3 * i + 1] -= force * y;
                own[3 * i + 2] -= force * z;
            }
        }
        own[3 * index] += sumX;
        own[3 * index + 1] += sumY;
        own[3 * index + 2] += sumZ;
    }

    private double nearest(double distance) {
        if (distance > side / 2) {
            return distance - side;
        }
        return distance < -side / 2 ? distance + side : distance;
    }

    private void collect(int index) {
        Molecule molecule = molecules[index];
        molecule.forceX = 0;
        molecule.forceY = 0;
        molecule.forceZ = 0;
        for (double[] part : forces) {
            molecule.forceX += part[3 * index];
            molecule.forceY += part[3 * index + 1];
            molecule.forceZ += part[3 * index + 2];
            part[3 * index] = 0;
            part[3 * index + 1] = 0;
            part[3 * index + 2] = 0;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int steps = Integer.parseInt(arguments[1]);
        Molecules system = new Molecules(13, threads);
        Workers.run(threads, worker -> system.simulate(worker, steps));
        double energy = 0;
        for (Molecule molecule : system.molecules) {
            energy += molecule.energy();
        }
        System.out.println("checksum " + Double.toHexString(energy));
    }
}
