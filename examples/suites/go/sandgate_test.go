package checkout

// Gives each test its own world of a Sandgate sandbox, and fails a test that causes a finding.
//
// The sandbox is that of SANDGATE_URL, or one that this file starts: with SANDGATE_PROGRAM, or with the
// sandgate of the project (node_modules) or of the PATH; TestMain stops it.
// SANDGATE_FAIL_ON: error (the default), warning or never.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	_ "time/tzdata"
)

// World is a gateway with its own data, clock and rules.
type World struct {
	URL, API string
	t        *testing.T
}

// Sandbox opens a world for a test.
func Sandbox(t *testing.T) *World {
	t.Helper()
	base := sandboxURL(t)
	name := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(t.Name()), "-")
	url := fmt.Sprintf("%s/w/%s-%x", base, strings.Trim(fmt.Sprintf("%.24s", name), "-"), time.Now().UnixNano()%1e12)
	world := &World{URL: url, API: url + "/v1", t: t}
	// The report names the test of each finding.
	world.Control("POST", "/reset", map[string]string{"label": t.Name()}, nil)
	t.Cleanup(world.failOnFindings)
	return world
}

// Advance moves the clock: "3 banking days", "2h".
func (w *World) Advance(by string) {
	w.t.Helper()
	w.Control("POST", "/clock/advance", map[string]string{"by": by}, nil)
}

// Load loads a scenario: the name of a built-in one, or a document.
func (w *World) Load(scenario any) {
	w.t.Helper()
	w.Control("POST", "/scenarios", scenario, nil)
}

// Control makes a call of the control API, and reads its response into a value.
func (w *World) Control(method, path string, body, into any) {
	w.t.Helper()
	if err := call(method, w.URL+"/_sandbox"+path, body, into); err != nil {
		w.t.Fatal(err)
	}
}

func (w *World) failOnFindings() {
	failing := levels[os.Getenv("SANDGATE_FAIL_ON")]
	var report struct {
		Findings []struct {
			Severity, Code, Subject, Message, Advice string
			Steps                                    []struct{ At, Kind, Text string }
		}
	}
	w.Control("GET", "/report", nil, &report)
	for _, one := range report.Findings {
		if !strings.Contains(failing, one.Severity) {
			continue
		}
		text := fmt.Sprintf("%s %s: %s\n", strings.ToUpper(one.Severity), one.Code, one.Subject)
		for _, step := range one.Steps {
			text += fmt.Sprintf("  %s  %s  %s\n", sydneyTime(step.At), step.Kind, step.Text)
		}
		w.t.Errorf("%s  %s\n  %s", text, one.Message, one.Advice)
	}
}

// What fails a test, for each value of SANDGATE_FAIL_ON.
var levels = map[string]string{"": "error", "error": "error", "warning": "error warning", "never": ""}

// An instant as the verdict of exec shows it: 12:00:00.120, in Sydney.
func sydneyTime(at string) string {
	instant, _ := time.Parse(time.RFC3339, at)
	sydney, _ := time.LoadLocation("Australia/Sydney")
	return instant.In(sydney).Format("15:04:05.000")
}

var running struct {
	once sync.Once
	url  string
	err  error
	stop func()
}

func sandboxURL(t *testing.T) string {
	t.Helper()
	running.once.Do(func() { running.url, running.err = openSandbox() })
	if running.err != nil {
		t.Fatal(running.err)
	}
	return running.url
}

func openSandbox() (string, error) {
	failOn := os.Getenv("SANDGATE_FAIL_ON")
	if _, isKnown := levels[failOn]; !isKnown {
		return "", fmt.Errorf("Invalid SANDGATE_FAIL_ON '%s': use error, warning or never", failOn)
	}
	url := strings.TrimRight(os.Getenv("SANDGATE_URL"), "/")
	if url == "" {
		return startSandbox()
	}
	if !regexp.MustCompile(`^https?://\w`).MatchString(url) {
		return "", fmt.Errorf("Invalid SANDGATE_URL '%s': use an address such as http://127.0.0.1:7263", url)
	}
	if err := call("GET", url+"/_sandbox/clock", nil, nil); err != nil {
		return "", fmt.Errorf("There is no sandbox at SANDGATE_URL '%s': %w", url, err)
	}
	return url, nil
}

func startSandbox() (string, error) {
	program, err := sandgate()
	if err != nil {
		return "", err
	}
	words := append(program, "start", "--memory", "--port", "0", "--json", "--quiet")
	command := exec.Command(words[0], words[1:]...)
	command.Stderr = os.Stderr
	output, _ := command.StdoutPipe()
	if err := command.Start(); err != nil {
		return "", fmt.Errorf("Cannot run SANDGATE_PROGRAM: %w", err)
	}
	var ready struct{ URL string }
	if json.NewDecoder(output).Decode(&ready) != nil {
		return "", fmt.Errorf("The sandbox did not start (%s); its message is above", strings.Join(words, " "))
	}
	running.stop = func() { _ = call("POST", ready.URL+"/_sandbox/stop", nil, nil) }
	return ready.URL, nil
}

// The words of the command that is the sandgate to start.
func sandgate() ([]string, error) {
	if given := strings.Fields(os.Getenv("SANDGATE_PROGRAM")); len(given) > 0 {
		return given, nil
	}
	here, _ := os.Getwd()
	for folder := here; ; folder = filepath.Dir(folder) {
		if found, err := exec.LookPath(filepath.Join(folder, "node_modules", ".bin", "sandgate")); err == nil {
			return []string{found}, nil
		}
		if folder == filepath.Dir(folder) {
			break
		}
	}
	if found, err := exec.LookPath("sandgate"); err == nil {
		return []string{found}, nil
	}
	return nil, fmt.Errorf("There is no sandgate in node_modules or on the PATH: install it, or set SANDGATE_PROGRAM to its path")
}

func TestMain(m *testing.M) {
	code := m.Run()
	if running.stop != nil {
		running.stop()
	}
	os.Exit(code)
}

func call(method, url string, body, into any) error {
	sent := &bytes.Buffer{}
	if body != nil {
		_ = json.NewEncoder(sent).Encode(body)
	}
	request, _ := http.NewRequest(method, url, sent)
	request.Header.Set("Content-Type", "application/json")
	if token := os.Getenv("SANDGATE_CONTROL_TOKEN"); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode >= 400 {
		return fmt.Errorf("%s %s: %s", method, url, text)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(text, into)
}
