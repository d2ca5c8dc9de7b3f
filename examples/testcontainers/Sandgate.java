import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** A sandbox in a container, for a suite or a single test. */
public class Sandgate extends GenericContainer<Sandgate> {
    public static final String TOKEN = "my-secret-token";

    public Sandgate(String image) {
        super(DockerImageName.parse(image));
        withEnv("SANDGATE_CONTROL_TOKEN", TOKEN);
        withCommand("start", "--host", "0.0.0.0", "--memory");
        withExposedPorts(7263);
        waitingFor(Wait.forHealthcheck());
    }

    public String url() {
        return "http://" + getHost() + ":" + getMappedPort(7263);
    }

    public String api() {
        return url() + "/v1";
    }
}
