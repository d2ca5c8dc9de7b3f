# Installs the single file of Sandgate on Windows, without an administrator:
#   install.ps1 [-Version 1.0.0] [-Folder C:\Tools]
# Version  the release (default: the latest)
# Folder   where to put it (default: %LOCALAPPDATA%\Programs\sandgate)
# SANDGATE_RELEASES is another address than that of the releases on GitHub.
param(
  [string] $Version = 'latest',
  [string] $Folder = (Join-Path $env:LOCALAPPDATA 'Programs\sandgate')
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
# Windows PowerShell 5.1 does not offer TLS 1.2 by itself, and its progress bar slows downloads.
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
$ProgressPreference = 'SilentlyContinue'

$releases = 'https://github.com/sandgate/sandgate/releases'
if ($env:SANDGATE_RELEASES) { $releases = $env:SANDGATE_RELEASES }

if (-not [Environment]::Is64BitOperatingSystem) {
  throw 'install.ps1: there is no single file for this Windows; use the Node package'
}

$file = 'sandgate-win-x64.exe'
if ($Version -eq 'latest') {
  $from = "$releases/latest/download"
} else {
  $from = "$releases/download/v$($Version -replace '^v', '')"
}

$scratch = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory -Path $scratch | Out-Null
try {
  foreach ($one in $file, 'SHA256SUMS') {
    try {
      Invoke-WebRequest -UseBasicParsing -Uri "$from/$one" -OutFile (Join-Path $scratch $one)
    } catch {
      throw "install.ps1: could not download $from/$one ($($_.Exception.Message))"
    }
  }

  $listed = $null
  foreach ($line in Get-Content (Join-Path $scratch 'SHA256SUMS')) {
    if ($line -match "^([0-9a-f]{64}) [ *]$([regex]::Escape($file))$") { $listed = $Matches[1] }
  }
  if ($null -eq $listed) { throw "install.ps1: SHA256SUMS does not list $file" }

  $actual = (Get-FileHash -Algorithm SHA256 -Path (Join-Path $scratch $file)).Hash
  if ($actual -ne $listed) {
    throw "install.ps1: $file does not have the sum that SHA256SUMS lists: it was cut off or changed; nothing was installed"
  }

  New-Item -ItemType Directory -Force -Path $Folder | Out-Null
  Move-Item -Force -Path (Join-Path $scratch $file) -Destination (Join-Path $Folder 'sandgate.exe')
} finally {
  Remove-Item -Recurse -Force -Path $scratch
}

Write-Output "Installed $(Join-Path $Folder 'sandgate.exe')"
if (($env:PATH -split ';') -notcontains $Folder) {
  Write-Output "Add $Folder to your PATH to run it as sandgate."
}
