import { curlLine } from '../../base/text/shell-line.ts'
import type { OpenApiDocument } from '../../control/openapi/document.ts'
import { bodyExamples, type Documented } from './documented.ts'

/** A call, ready to be written down in some language. */
interface ExampleCall {
  readonly method: Documented['method']
  readonly url: string
  /** All but the correlation id, which is a new one each time that the example is run. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly hasId: boolean
  /** The body as JSON; undefined if there is none. */
  readonly json: string | undefined
}

/** With what each language has by itself, and with a timeout, as a careful client has. */
export const languages = [
  { name: 'curl', label: 'curl', write: curlExample },
  { name: 'node', label: 'Node', write: nodeExample },
  { name: 'python', label: 'Python', write: pythonExample },
  { name: 'php', label: 'PHP', write: phpExample },
  { name: 'java', label: 'Java', write: javaExample },
  { name: 'go', label: 'Go', write: goExample },
]

/** An operation as it is called, once for each kind of body. */
export function exampleCalls({ servers, security }: OpenApiDocument, documented: Documented) {
  const { method, path, operation } = documented
  const query = new URLSearchParams()
  let filled = path
  for (const { name, in: part, example, required } of operation.parameters) {
    if (part === 'path') filled = filled.replace(`{${name}}`, String(example))
    if (part === 'query' && required) query.set(name, String(example))
  }
  const url = `${servers[0]?.url ?? ''}${filled}${query.size === 0 ? '' : `?${query}`}`
  const needsCredentials = security.every((one) => Object.keys(one).length > 0)
  const bodies = bodyExamples(documented)
  return (bodies.length === 0 ? [['', undefined] as const] : bodies).map(([name, body]) => {
    const json = body === undefined ? undefined : JSON.stringify(body, undefined, 2)
    const headers = [
      ...(needsCredentials ? [['Authorization', 'Bearer YOUR-TOKEN'] as const] : []),
      ...(json === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ]
    const call: ExampleCall = { method, url, headers, hasId: method !== 'GET', json }
    return { title: bodies.length > 1 ? name : '', call }
  })
}

function lines(...all: readonly (string | false | readonly string[])[]): string {
  return all.flat().filter(Boolean).join('\n')
}

function curlExample({ method, url, headers, hasId, json }: ExampleCall): string {
  const given = [...headers, ...(hasId ? [['X-Correlation-Id', 'order-1'] as const] : [])]
  const texts = given.map(([name, value]) => `${name}: ${value}`)
  const line = curlLine({ method, url, headers: texts, body: json }, 'sh')
  // A shell expands only what is not wholly quoted.
  return line.replace("'X-Correlation-Id: order-1'", '"X-Correlation-Id: order-$RANDOM-$RANDOM"')
}

function nodeExample({ method, url, headers, hasId, json }: ExampleCall): string {
  return lines(
    `const response = await fetch('${url}', {`,
    `  method: '${method}',`,
    '  headers: {',
    headers.map(([name, value]) => `    '${name}': '${value}',`),
    hasId && "    'X-Correlation-Id': crypto.randomUUID(),",
    '  },',
    json !== undefined && `  body: JSON.stringify(${json.replaceAll('\n', '\n  ')}),`,
    '  signal: AbortSignal.timeout(30_000),',
    '})',
    `console.log(response.status, await response.${method === 'DELETE' ? 'text' : 'json'}())`,
  )
}

function pythonExample({ method, url, headers, hasId, json }: ExampleCall): string {
  return lines(
    'import urllib.request',
    hasId && 'import uuid',
    json !== undefined && `\nbody = """${json}"""`,
    `\nrequest = urllib.request.Request("${url}", method="${method}")`,
    json !== undefined && 'request.data = body.encode()',
    headers.map(([name, value]) => `request.add_header("${name}", "${value}")`),
    hasId && 'request.add_header("X-Correlation-Id", str(uuid.uuid4()))',
    'with urllib.request.urlopen(request, timeout=30) as response:',
    '    print(response.status, response.read().decode())',
  )
}

function phpExample({ method, url, headers, hasId, json }: ExampleCall): string {
  return lines(
    '<?php',
    json !== undefined && `$body = <<<'JSON'\n${json}\nJSON;`,
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    "    'header' => [",
    headers.map(([name, value]) => `        '${name}: ${value}',`),
    hasId && "        'X-Correlation-Id: ' . bin2hex(random_bytes(16)),",
    '    ],',
    json !== undefined && "    'content' => $body,",
    "    'timeout' => 30,",
    "    'ignore_errors' => true,",
    ']]);',
    `echo file_get_contents('${url}', false, $context);`,
  )
}

function javaExample({ method, url, headers, hasId, json }: ExampleCall): string {
  const body =
    json === undefined ? 'BodyPublishers.noBody()' : `BodyPublishers.ofString("""\n${json}""")`
  return lines(
    `var request = HttpRequest.newBuilder(URI.create("${url}"))`,
    headers.map(([name, value]) => `    .header("${name}", "${value}")`),
    hasId && '    .header("X-Correlation-Id", UUID.randomUUID().toString())',
    '    .timeout(Duration.ofSeconds(30))',
    `    .method("${method}", ${body})`,
    '    .build();',
    'var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + " " + response.body());',
  )
}

function goExample({ method, url, headers, hasId, json }: ExampleCall): string {
  const body = json === undefined ? 'nil' : `strings.NewReader(\`${json}\`)`
  return lines(
    `request, err := http.NewRequest("${method}", "${url}", ${body})`,
    'if err != nil {\n\treturn err\n}',
    headers.map(([name, value]) => `request.Header.Set("${name}", "${value}")`),
    hasId &&
      'request.Header.Set("X-Correlation-Id", fmt.Sprintf("order-%d", time.Now().UnixNano()))',
    'client := http.Client{Timeout: 30 * time.Second}',
    'response, err := client.Do(request)',
    'if err != nil {\n\treturn err\n}',
    'defer response.Body.Close()',
  )
}
