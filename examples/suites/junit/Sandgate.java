import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test its own world of a Sandgate sandbox, and fails a test that causes a finding. Write
 * {@code @ExtendWith(Sandgate.class)} above your class, and let a test take a {@code Sandgate.World}.
 *
 * <p>The sandbox is that of SANDGATE_URL, or one that SANDGATE_PROGRAM (npx sandgate) starts.
 * SANDGATE_FAIL_ON: error (the default), warning or never.
 */
public class Sandgate implements ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace OWN = Namespace.create(Sandgate.class);

  /** A gateway with its own data, clock and rules. */
  public record World(String url) {
    public String api() {
      return url + "/v1";
    }

    /** Moves the clock: "3 banking days", "2h". */
    public void advance(String by) {
      control("POST", "/clock/advance", "{\"by\":" + quoted(by) + "}");
    }

    /** Loads a shipped scenario. */
    public void load(String scenario) {
      control("POST", "/scenarios", quoted(scenario));
    }

    /** A call of the control API with JSON; returns the JSON that it answers. */
    public String control(String method, String path, String body) {
      return call(method, url + "/_sandbox" + path, body);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == World.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getStore(OWN).getOrComputeIfAbsent("world", key -> open(test));
  }

  private static World open(ExtensionContext test) {
    var running = test.getRoot().getStore(OWN).getOrComputeIfAbsent("sandbox", key -> Running.start(), Running.class);
    String words = test.getRequiredTestMethod().getName().toLowerCase().replaceAll("[^a-z0-9]+", "-");
    String name = words.substring(0, Math.min(28, words.length())).replaceAll("^-|-$", "");
    var world = new World(running.url + "/w/" + name + "-" + UUID.randomUUID().toString().substring(0, 8));
    // The report names the test of each finding.
    String label = test.getRequiredTestClass().getSimpleName() + " > " + test.getDisplayName();
    world.control("POST", "/reset", "{\"label\":" + quoted(label) + "}");
    return world;
  }

  @Override
  public void afterTestExecution(ExtensionContext test) {
    var world = test.getStore(OWN).get("world", World.class);
    // A test that has failed already shows its own reason.
    if (world == null || test.getExecutionException().isPresent()) return;
    String failOn = System.getenv().getOrDefault("SANDGATE_FAIL_ON", "error");
    var levels = Map.of("error", "error", "warning", "error|warning", "never", "never").get(failOn);
    if (levels == null) throw new IllegalArgumentException("Invalid SANDGATE_FAIL_ON '" + failOn + "': use error, warning or never");
    String report = world.control("GET", "/report", "");
    if (!Pattern.compile("\"severity\":\"(" + levels + ")\"").matcher(report).find()) return;
    throw new AssertionError(stories(report, levels));
  }

  /** The findings of a report as text. The JDK reads no JSON, so this picks the members by name. */
  private static String stories(String report, String levels) {
    List<String> lines = new ArrayList<>();
    for (String finding : report.split("\\{\"id\":\"(?=[a-z-]+-[^\"]*\",\"key\")")) {
      if (!member("severity", finding).matches(levels)) continue;
      lines.add(member("severity", finding).toUpperCase() + " " + member("code", finding) + ": " + member("subject", finding));
      String steps = finding.split("\"evidence\":")[0];
      Matcher step = Pattern.compile("\\{\"at\":\"[^\"]{11}([^\"]{12})[^}]*?\"text\":\"([^\"]*)\"").matcher(steps);
      while (step.find()) lines.add("  " + step.group(1) + "  " + step.group(2));
      lines.add("  " + member("message", finding) + "\n  Instead: " + member("advice", finding) + "\n");
    }
    return String.join("\n", lines);
  }

  private static String member(String name, String json) {
    Matcher found = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String call(String method, String url, String body) {
    String token = System.getenv().getOrDefault("SANDGATE_CONTROL_TOKEN", "");
    var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json");
    if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
    try {
      var sent = request.method(method, BodyPublishers.ofString(body)).build();
      var answer = HttpClient.newHttpClient().send(sent, BodyHandlers.ofString());
      if (answer.statusCode() < 400) return answer.body();
      throw new IllegalStateException(method + " " + url + ": " + answer.body());
    } catch (IOException | InterruptedException cause) {
      throw new IllegalStateException(method + " " + url + ": " + cause.getMessage(), cause);
    }
  }

  /** The sandbox of all tests; JUnit closes it after the last one. */
  private record Running(String url, Process process) implements CloseableResource {
    static Running start() {
      String given = System.getenv().getOrDefault("SANDGATE_URL", "");
      if (!given.isEmpty()) return new Running(given.replaceAll("/$", ""), null);
      String program = System.getenv().getOrDefault("SANDGATE_PROGRAM", "npx sandgate");
      var command = (program + " start --memory --port 0 --json --quiet").split(" +");
      try {
        var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String ready = process.inputReader().readLine();
        if (ready == null) throw new IllegalStateException(program + " did not start");
        return new Running(member("url", ready), process);
      } catch (IOException cause) {
        throw new IllegalStateException(program + " did not start: " + cause.getMessage(), cause);
      }
    }

    @Override
    public void close() {
      if (process != null) call("POST", url + "/_sandbox/stop", "");
    }
  }
}
