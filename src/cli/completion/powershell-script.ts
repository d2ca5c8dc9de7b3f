import type { CompletedCommand } from './completed-words.ts'

export function powershellScript(commands: readonly CompletedCommand[]): string {
  const words = commands.map(({ path, members, options, words }) => {
    const all = [
      ...members.map(({ name }) => name),
      ...words,
      ...options.flatMap(({ names }) => names.filter((name) => name.startsWith('--'))),
    ]
    return `  ${quoted(path)} = ${list(all)}`
  })
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ hasValue }) => hasValue)
      .flatMap(({ names, words }) =>
        names.map((name) => `  ${quoted(`${path} ${name}`)} = ${list(words)}`),
      ),
  )
  const groups = commands.filter(({ path, members }) => path !== '' && members.length > 0)
  return `# sandgate completion: npx sandgate completion powershell | Out-String | Invoke-Expression
$SandgateWords = @{
${words.join('\n')}
}
$SandgateValues = @{
${values.join('\n')}
}
Register-ArgumentCompleter -Native -CommandName sandgate -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
  $path = ''
  foreach ($word in $words) {
    if ($word.StartsWith('-')) { continue }
    if ($path -eq '') { $path = $word }
    elseif (${list(groups.map(({ path }) => path))} -contains $path) { $path = "$path $word" }
  }
  $last = if ($words.Count -gt 0) { $words[-1] } else { '' }
  $proposals = $SandgateValues["$path $last"]
  if ($null -eq $proposals) { $proposals = $SandgateWords[$path] }
  $proposals | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`
}

function list(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
