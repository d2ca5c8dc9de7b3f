package checkout

// Gives each test its own world of a Sandgate sandbox, and fails a test that causes a finding.
//
// The sandbox is that of SANDGATE_URL, or one that SANDGATE_PROGRAM (npx sandgate) starts; TestMain
// stops it. SANDGATE_FAIL_ON: error (the default), warning or never.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
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

// Load loads a scenario: the name of a shipped one, or a document.
func (w *World) Load(scenario any) {
	w.t.Helper()
	w.Control("POST", "/scenarios", scenario, nil)
}

// Control makes a call of the control API, and reads its answer into a value.
func (w *World) Control(method, path string, body, answer any) {
	w.t.Helper()
	if err := call(method, w.URL+"/_sandbox"+path, body, answer); err != nil {
		w.t.Fatal(err)
	}
}

func (w *World) failOnFindings() {
	failOn := os.Getenv("SANDGATE_FAIL_ON")
	levels, isKnown := map[string]string{"": "error", "error": "error", "warning": "error warning", "never": ""}[failOn]
	if !isKnown {
		w.t.Fatalf("Invalid SANDGATE_FAIL_ON '%s': use error, warning or never", failOn)
	}
	var report struct {
		Findings []struct {
			Severity, Code, Subject, Message, Advice string
			Steps                                    []struct{ At, Kind, Text string }
		}
	}
	w.Control("GET", "/report", nil, &report)
	for _, one := range report.Findings {
		if !strings.Contains(levels, one.Severity) {
			continue
		}
		story := fmt.Sprintf("%s %s: %s\n", strings.ToUpper(one.Severity), one.Code, one.Subject)
		for _, step := range one.Steps {
			story += fmt.Sprintf("  %.12s  %s  %s\n", step.At[11:], step.Kind, step.Text)
		}
		w.t.Errorf("%s  %s\n  Instead: %s", story, one.Message, one.Advice)
	}
}

var running struct {
	once sync.Once
	url  string
	stop func()
}

func sandboxURL(t *testing.T) string {
	running.once.Do(func() {
		if running.url = strings.TrimRight(os.Getenv("SANDGATE_URL"), "/"); running.url != "" {
			return
		}
		program := strings.Fields(os.Getenv("SANDGATE_PROGRAM"))
		if len(program) == 0 {
			program = []string{"npx", "sandgate"}
		}
		options := append(program[1:], "start", "--memory", "--port", "0", "--json", "--quiet")
		command := exec.Command(program[0], options...)
		command.Stderr = os.Stderr
		output, _ := command.StdoutPipe()
		var ready struct{ URL string }
		if command.Start() != nil || json.NewDecoder(output).Decode(&ready) != nil {
			return
		}
		running.url = ready.URL
		running.stop = func() { _ = call("POST", ready.URL+"/_sandbox/stop", nil, nil) }
	})
	if running.url == "" {
		t.Fatal("The sandbox did not start")
	}
	return running.url
}

func TestMain(m *testing.M) {
	code := m.Run()
	if running.stop != nil {
		running.stop()
	}
	os.Exit(code)
}

func call(method, url string, body, answer any) error {
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
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}
