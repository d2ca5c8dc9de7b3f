<?php
declare(strict_types=1);

use PHPUnit\Framework\Attributes\Before;
use PHPUnit\Framework\Attributes\PostCondition;

/**
 * Gives each test of a TestCase its own world of a Sandgate sandbox, and fails a test that causes a
 * finding. Write `use Sandgate;` in your TestCase, and let your code pay at `$this->sandbox->api`.
 *
 * The sandbox is that of SANDGATE_URL, or one that this trait starts: with SANDGATE_PROGRAM, or with
 * the sandgate of the project (node_modules) or of the PATH.
 * SANDGATE_FAIL_ON: error (the default), warning or never.
 */
trait Sandgate
{
    protected SandgateWorld $sandbox;

    /** @before */
    #[Before]
    protected function openWorld(): void
    {
        try {
            $sandbox = SandgateSandbox::url();
        } catch (DomainException $problem) {
            $this->fail($problem->getMessage());
        }
        $test = method_exists($this, 'nameWithDataSet') ? $this->nameWithDataSet() : $this->getName();
        $name = substr(trim(preg_replace('/[^a-z0-9]+/', '-', strtolower($test)), '-'), 0, 28);
        $url = $sandbox . '/w/' . trim($name, '-') . '-' . bin2hex(random_bytes(4));
        $this->sandbox = new SandgateWorld($url);
        // The report names the test of each finding.
        $label = substr(static::class . '::' . $test, 0, 300);
        $this->sandbox->control('POST', '/reset', ['label' => $label]);
    }

    /** @postCondition */
    #[PostCondition]
    protected function failOnFindings(): void
    {
        $found = $this->sandbox->findings(SandgateSandbox::failOn());
        if ($found !== []) {
            $this->fail(implode("\n\n", $found));
        }
    }
}

/** A gateway with its own data, clock and rules. */
final class SandgateWorld
{
    public readonly string $api;

    public function __construct(public readonly string $url)
    {
        $this->api = $url . '/v1';
    }

    /** Moves the clock: "3 banking days", "2h". */
    public function advance(string $by): array
    {
        return $this->control('POST', '/clock/advance', ['by' => $by]);
    }

    /** Loads a scenario: the name of a built-in one, or a document. */
    public function load(string|array $scenario): array
    {
        return $this->control('POST', '/scenarios', $scenario);
    }

    /** A call of the control API, such as control('GET', '/transactions'). */
    public function control(string $method, string $path, mixed $body = null): array
    {
        return SandgateSandbox::call($this->url . '/_sandbox' . $path, $method, $body);
    }

    /** What the report finds wrong with the client, each as text with its steps. */
    public function findings(string $failOn): array
    {
        $levels = SandgateSandbox::LEVELS[$failOn];
        $found = $this->control('GET', '/report')['findings'];
        $failing = array_filter($found, fn ($one) => in_array($one['severity'], $levels, true));
        return array_values(array_map($this->findingText(...), $failing));
    }

    private function findingText(array $finding): string
    {
        $steps = array_map(
            fn ($one) => '  ' . $this->sydneyTime($one['at']) . '  ' . ($one['kind'] ?? '') . '  ' . $one['text'],
            $finding['steps'],
        );
        $head = strtoupper($finding['severity']) . " {$finding['code']}: {$finding['subject']}";
        return implode("\n", [$head, ...$steps, "  {$finding['message']}", "  {$finding['advice']}"]);
    }

    /** An instant as the verdict of exec shows it: 12:00:00.120, in Sydney. */
    private function sydneyTime(string $at): string
    {
        return (new DateTimeImmutable($at))->setTimezone(new DateTimeZone('Australia/Sydney'))->format('H:i:s.v');
    }
}

/** The sandbox of this process. */
final class SandgateSandbox
{
    public const LEVELS = ['error' => ['error'], 'warning' => ['error', 'warning'], 'never' => []];

    private static ?string $url = null;
    private static ?DomainException $problem = null;

    /** Throws a DomainException if a variable is wrong or there is no sandbox, for each test the same. */
    public static function url(): string
    {
        if (self::$problem !== null) {
            throw self::$problem;
        }
        try {
            self::failOn();
            return self::$url ??= self::given() ?? self::start();
        } catch (DomainException $problem) {
            throw self::$problem = $problem;
        }
    }

    public static function failOn(): string
    {
        $value = getenv('SANDGATE_FAIL_ON') ?: 'error';
        if (!isset(self::LEVELS[$value])) {
            throw new DomainException("Invalid SANDGATE_FAIL_ON '$value': use error, warning or never");
        }
        return $value;
    }

    private static function given(): ?string
    {
        $url = rtrim(getenv('SANDGATE_URL') ?: '', '/');
        if ($url === '') {
            return null;
        }
        if (!preg_match('~^https?://\w~', $url)) {
            throw new DomainException("Invalid SANDGATE_URL '$url': use an address such as http://127.0.0.1:7263");
        }
        try {
            self::call("$url/_sandbox/clock", 'GET');
        } catch (DomainException $problem) {
            throw new DomainException("There is no sandbox at SANDGATE_URL '$url': {$problem->getMessage()}");
        }
        return $url;
    }

    /** The command that is the sandgate to start. */
    private static function program(): string
    {
        $given = getenv('SANDGATE_PROGRAM');
        if ($given) {
            return $given;
        }
        $folders = [];
        for ($folder = getcwd(); $folder !== dirname($folder); $folder = dirname($folder)) {
            $folders[] = "$folder/node_modules/.bin";
        }
        foreach ([...$folders, ...explode(PATH_SEPARATOR, getenv('PATH') ?: '')] as $folder) {
            if (is_file("$folder/sandgate") && is_executable("$folder/sandgate")) {
                return escapeshellarg("$folder/sandgate");
            }
        }
        throw new DomainException('There is no sandgate in node_modules or on the PATH: install it, or set SANDGATE_PROGRAM to its path');
    }

    private static function start(): string
    {
        $command = self::program() . ' start --memory --port 0 --json --quiet';
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
        $ready = json_decode(fgets($pipes[1]) ?: '', true);
        if (!is_array($ready)) {
            throw new DomainException("The sandbox did not start ($command); its message is above");
        }
        register_shutdown_function(function () use ($ready, $process): void {
            self::call($ready['url'] . '/_sandbox/stop', 'POST');
            proc_close($process);
        });
        return $ready['url'];
    }

    public static function call(string $url, string $method, mixed $body = null): array
    {
        $token = getenv('SANDGATE_CONTROL_TOKEN');
        $headers = ['Content-Type: application/json', ...($token ? ["Authorization: Bearer $token"] : [])];
        $content = $body === null ? '' : json_encode($body);
        $http = ['method' => $method, 'header' => $headers, 'content' => $content, 'timeout' => 30, 'ignore_errors' => true];
        $text = @file_get_contents($url, false, stream_context_create(['http' => $http]));
        $response = json_decode((string) $text, true);
        if (!is_array($response) || isset($response['errors'])) {
            throw new DomainException("$method $url: " . ($text ?: 'no response'));
        }
        return $response;
    }
}
