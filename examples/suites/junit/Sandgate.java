import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
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
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test its own world of a Sandgate sandbox, and fails a test that causes a finding. Write
 * {@code @ExtendWith(Sandgate.class)} above your class, and let a test take a {@code Sandgate.World}.
 *
 * <p>The sandbox is that of SANDGATE_URL, or one that this extension starts: with SANDGATE_PROGRAM, or
 * with the sandgate of the project (node_modules) or of the PATH. SANDGATE_FAIL_ON: error (the default), warning or never.
 */
public class Sandgate implements ParameterResolver, AfterTestExecutionCallback {
  private static final Namespace OWN = Namespace.create(Sandgate.class);
  private static final Map<String, String> LEVELS = Map.of("error", "error", "warning", "error|warning", "never", "never");
  /** As in the verdict of exec. */
  private static final DateTimeFormatter SYDNEY_TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.of("Australia/Sydney"));

  /** What is wrong with the variables or the sandbox, in one line: where it was thrown says nothing. */
  private static class Problem extends ParameterResolutionException {
    Problem(String message) {
      super(message);
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  /** A gateway with its own data, clock and rules. */
  public record World(String url) {
    public String api() {
      return url + "/v1";
    }

    /** Moves the clock: "3 banking days", "2h". */
    public void advance(String by) {
      control("POST", "/clock/advance", "{\"by\":" + quoted(by) + "}");
    }

    /** Loads a built-in scenario. */
    public void load(String scenario) {
      control("POST", "/scenarios", quoted(scenario));
    }

    /** A call of the control API with JSON; returns the JSON of its response. */
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
    // The report names the test of each finding, as Maven does: ShopTest#refund.
    String label = test.getRequiredTestClass().getName() + "#" + test.getRequiredTestMethod().getName();
    world.control("POST", "/reset", "{\"label\":" + quoted(label) + "}");
    return world;
  }

  @Override
  public void afterTestExecution(ExtensionContext test) {
    var world = test.getStore(OWN).get("world", World.class);
    // A test that has failed already shows its own reason.
    if (world == null || test.getExecutionException().isPresent()) return;
    String levels = LEVELS.get(failOn());
    String report = world.control("GET", "/report", "");
    if (!Pattern.compile("\"severity\":\"(" + levels + ")\"").matcher(report).find()) return;
    throw new AssertionError(findingsText(report, levels));
  }

  /** The findings of a report as text. The JDK reads no JSON, so this picks the fields by name. */
  private static String findingsText(String report, String levels) {
    List<String> lines = new ArrayList<>();
    for (String finding : report.split("\\{\"id\":\"(?=[a-z-]+-[^\"]*\",\"key\")")) {
      if (!field("severity", finding).matches(levels)) continue;
      lines.add(field("severity", finding).toUpperCase() + " " + field("code", finding) + ": " + field("subject", finding));
      String steps = finding.split("\"evidence\":")[0];
      Matcher step = Pattern.compile("\\{\"at\":\"([^\"]*)\"[^}]*?\"text\":\"([^\"]*)\"").matcher(steps);
      while (step.find()) lines.add("  " + SYDNEY_TIME.format(Instant.parse(step.group(1))) + "  " + step.group(2));
      lines.add("  " + field("message", finding) + "\n  " + field("advice", finding) + "\n");
    }
    return String.join("\n", lines);
  }

  private static String field(String name, String json) {
    Matcher found = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String variable(String name, String otherwise) {
    String value = System.getenv().getOrDefault(name, "");
    return value.isEmpty() ? otherwise : value;
  }

  private static String failOn() {
    String value = variable("SANDGATE_FAIL_ON", "error");
    if (LEVELS.containsKey(value)) return value;
    throw new Problem("Invalid SANDGATE_FAIL_ON '" + value + "': use error, warning or never");
  }

  private static String call(String method, String url, String body) {
    String token = variable("SANDGATE_CONTROL_TOKEN", "");
    var request = HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json");
    if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
    try {
      var sent = request.method(method, BodyPublishers.ofString(body)).build();
      var response = HttpClient.newHttpClient().send(sent, BodyHandlers.ofString());
      if (response.statusCode() < 400) return response.body();
      throw new Problem(method + " " + url + ": " + response.body());
    } catch (IOException cause) {
      throw new Problem(method + " " + url + ": no response (" + cause + ")");
    } catch (InterruptedException cause) {
      throw new IllegalStateException(method + " " + url + " was interrupted", cause);
    }
  }

  /** The sandbox of all tests; JUnit closes it after the last one. */
  private record Running(String url, Process process) implements CloseableResource {
    static Running start() {
      failOn();
      String given = variable("SANDGATE_URL", "").replaceAll("/$", "");
      if (!given.isEmpty()) {
        if (!given.matches("https?://\\w.*")) throw new Problem("Invalid SANDGATE_URL '" + given + "': use an address such as http://127.0.0.1:7263");
        try {
          call("GET", given + "/_sandbox/clock", "");
        } catch (Problem problem) {
          throw new Problem("There is no sandbox at SANDGATE_URL '" + given + "': " + problem.getMessage());
        }
        return new Running(given, null);
      }
      List<String> command = new ArrayList<>(program());
      command.addAll(List.of("start", "--memory", "--port", "0", "--json", "--quiet"));
      try {
        var process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String ready = process.inputReader().readLine();
        if (ready == null) throw new Problem("The sandbox did not start (" + String.join(" ", command) + "); its message is above");
        return new Running(field("url", ready), process);
      } catch (IOException cause) {
        throw new Problem("Cannot run SANDGATE_PROGRAM: " + cause.getMessage());
      }
    }

    /** The words of the command that is the sandgate to start. */
    private static List<String> program() {
      String given = variable("SANDGATE_PROGRAM", "");
      if (!given.isEmpty()) return List.of(given.trim().split(" +"));
      List<String> folders = new ArrayList<>();
      for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) folders.add(here.resolve("node_modules/.bin").toString());
      folders.addAll(List.of(variable("PATH", "").split(Pattern.quote(java.io.File.pathSeparator))));
      for (String folder : folders) {
        for (String name : List.of("sandgate.exe", "sandgate.cmd", "sandgate")) {
          Path found = Path.of(folder, name);
          if (Files.isRegularFile(found) && Files.isExecutable(found)) return List.of(found.toString());
        }
      }
      throw new Problem("There is no sandgate in node_modules or on the PATH: install it, or set SANDGATE_PROGRAM to its path");
    }

    @Override
    public void close() {
      if (process != null) call("POST", url + "/_sandbox/stop", "");
    }
  }
}
