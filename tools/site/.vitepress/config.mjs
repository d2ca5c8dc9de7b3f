import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'
import { publishedSchemas } from '../../../scripts/schemas.mjs'

const docs = path.resolve(import.meta.dirname, '../../../docs')
// Pages are compiled to modules that import Vue, which is found only from below this folder.
const pages = path.resolve(import.meta.dirname, '../pages')
rmSync(pages, { recursive: true, force: true })
cpSync(docs, pages, { recursive: true })
mkdirSync(path.join(pages, 'public'))
for (const [file, schema] of Object.entries(publishedSchemas())) {
  writeFileSync(path.join(pages, 'public', file), JSON.stringify(schema, undefined, 2))
}

const { version, repository } = JSON.parse(readFileSync(path.join(docs, '../package.json'), 'utf8'))
const modules = path.resolve(import.meta.dirname, '../node_modules')
const source = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}`

/** The index of the manual is the navigation: a heading is a group, a row of its table a page. */
function navigation() {
  const groups = readFileSync(path.join(docs, 'README.md'), 'utf8').split(/^## /m).slice(1)
  return groups.map((group) => ({
    text: group.slice(0, group.indexOf('\n')),
    collapsed: group.startsWith('Reference'),
    items: Array.from(group.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g), ([, text, to]) => ({
      text,
      link: `/${to}`,
    })),
  }))
}

/**
 * Links to what is not part of the manual, such as SECURITY.md and the examples, lead to the
 * repository at this version.
 * @param {import('vitepress').MarkdownRenderer} md
 */
function linkOutside(md) {
  const render =
    md.renderer.rules.link_open ??
    ((tokens, at, options, _env, self) => self.renderToken(tokens, at, options))
  md.renderer.rules.link_open = (tokens, at, options, env, self) => {
    const token = tokens[at]
    const [to = '', anchor] = (token?.attrGet('href') ?? '').split('#')
    if (to !== '' && !/^[a-z]+:/.test(to)) {
      const target = path.resolve(docs, path.dirname(env.relativePath), to)
      const isPage = target.startsWith(`${docs}${path.sep}`) && target.endsWith('.md')
      const inside = path.relative(path.dirname(docs), target)
      if (!isPage) token?.attrSet('href', `${source}/${inside}${anchor ? `#${anchor}` : ''}`)
    }
    return render(tokens, at, options, env, self)
  }
}

/**
 * Braces in prose are text and not an expression of Vue.
 * @param {import('vitepress').MarkdownRenderer} md
 */
function keepBraces(md) {
  for (const kind of ['text', 'code_inline']) {
    const render = md.renderer.rules[kind]
    md.renderer.rules[kind] = (...all) => render?.(...all).replaceAll('{{', '&#123;&#123;') ?? ''
  }
}

const recipes = {
  Node: ['js', 'pay.mjs'],
  Python: ['python', 'pay.py'],
  PHP: ['php', 'pay.php'],
  Java: ['java', 'Pay.java'],
  Go: ['go', 'pay.go'],
}

/** The recipes of the five languages, as tabs of one page. */
function recipeTabs() {
  const tabs = Object.entries(recipes).map(([title, [language, file]]) => {
    const code = readFileSync(path.join(docs, '../examples/recipes', file), 'utf8')
    return `\`\`\`${language} [${title}]\n${code}\`\`\``
  })
  return `\n\n## The code\n\n::: code-group\n\n${tabs.join('\n\n')}\n\n:::\n`
}

export default defineConfig({
  title: 'Sandgate',
  description: 'Can your integration charge a customer twice?',
  srcDir: pages,
  outDir: path.resolve(docs, '../site'),
  cacheDir: path.join(modules, '.cache'),
  base: process.env.SITE_BASE ?? '/',
  rewrites: { 'README.md': 'index.md' },
  cleanUrls: true,
  markdown: {
    attrs: { disable: true },
    languageAlias: { mjs: 'js' },
    config: (md) => {
      linkOutside(md)
      keepBraces(md)
    },
  },
  vite: {
    plugins: [
      {
        name: 'recipe-tabs',
        enforce: 'pre',
        transform: (code, id) =>
          id.endsWith('/start/careful-payment.md') ? code + recipeTabs() : undefined,
      },
    ],
  },
  themeConfig: {
    nav: [{ text: `Version ${version}`, link: `${source}/CHANGELOG.md` }],
    sidebar: navigation(),
    outline: 'deep',
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository.url.replace(/^git\+|\.git$/g, '') }],
  },
})
