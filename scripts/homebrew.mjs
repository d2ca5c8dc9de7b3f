import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The formula of a release for Homebrew: node scripts/homebrew.mjs SHA256SUMS > sandgate.rb */

const root = path.resolve(import.meta.dirname, '..')

/**
 * @param {{ version: string, description: string, licence: string, repository: string }} about
 * @param {string} sums What SHA256SUMS lists.
 */
export function formulaOf({ version, description, licence, repository }, sums) {
  const from = `${repository}/releases/download/v${version}`
  const file = (/** @type {string} */ platform) => {
    const name = `sandgate-${platform}`
    const [, sum] = new RegExp(`^([0-9a-f]{64}) [ *]${name}$`, 'm').exec(sums) ?? []
    if (sum === undefined) throw new Error(`SHA256SUMS does not list ${name}`)
    return `      url "${from}/${name}"\n      sha256 "${sum}"`
  }
  return `class Sandgate < Formula
  desc "${description}"
  homepage "${repository}"
  version "${version}"
  license "${licence}"

  on_macos do
    on_arm do
${file('darwin-arm64')}
    end
    on_intel do
${file('darwin-x64')}
    end
  end

  on_linux do
    on_arm do
${file('linux-arm64')}
    end
    on_intel do
${file('linux-x64')}
    end
  end

  def install
    bin.install Dir["sandgate-*"].first => "sandgate"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/sandgate --version")
  end
end
`
}

if (process.argv[1] === import.meta.filename) {
  const { version, license, repository } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  )
  const about = {
    version,
    // Homebrew wants at most 80 characters, and no article at the beginning.
    description: 'Local payment gateway that shows whether your code charges twice',
    licence: license,
    repository: repository.url.replace(/^git\+|\.git$/g, ''),
  }
  const sums = await readFile(process.argv[2] ?? 'SHA256SUMS', 'utf8')
  process.stdout.write(formulaOf(about, sums))
}
