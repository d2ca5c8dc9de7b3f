import ts from 'typescript-5'

/**
 * One small change of a source file.
 * @typedef {{ file: string, line: number, code: string, was: string, now: string, start: number, end: number, mark: Mark, isAtLoad: boolean }} Mutant
 * The expression whose evaluation reaches the change, and the statement that it begins, if it does.
 * @typedef {{ start: number, end: number, statement?: { start: number, end: number } }} Mark
 */

/** @type {ReadonlyMap<ts.SyntaxKind, string>} */
const operators = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
])

/** @type {ReadonlyMap<string, string>} */
const methods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])

/**
 * Every mutant of a TypeScript file, in the order of its text.
 * @param {string} file
 * @param {string} text
 * @returns {Mutant[]}
 */
export function mutantsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  /** @type {Mutant[]} */
  const found = []
  /** @param {ts.Node} node @param {string} now @param {ts.Node} whole */
  const change = (node, now, whole = node) => {
    const [start, end] = [node.getStart(source), node.getEnd()]
    const { line } = source.getLineAndCharacterOfPosition(start)
    const code = (text.split('\n')[line] ?? '').trim()
    const was = text.slice(start, end)
    const [mark, isAtLoad] = [markOf(whole, source), !isLater(node)]
    found.push({ file, line: line + 1, code, was, now, start, end, mark, isAtLoad })
  }
  /** @param {ts.Node} node */
  const visit = (node) => {
    mutate(node, source, change)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/**
 * @param {ts.Node} node
 * @param {ts.SourceFile} source
 * @param {(node: ts.Node, now: string, whole?: ts.Node) => void} change
 */
function mutate(node, source, change) {
  if (ts.isBinaryExpression(node)) {
    const now = operators.get(node.operatorToken.kind)
    if (now !== undefined && !isText(node.left) && !isText(node.right)) {
      change(node.operatorToken, now, node)
    }
  } else if (ts.isIfStatement(node)) {
    change(node.expression, `!(${node.expression.getText(source)})`)
  } else if (ts.isConditionalExpression(node)) {
    change(node.condition, `!(${node.condition.getText(source)})`)
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    change(node, node.operand.getText(source))
  } else if (ts.isReturnStatement(node)) {
    const now = otherConstant(node.expression)
    if (node.expression !== undefined && now !== undefined) change(node.expression, now)
  } else if (ts.isExpressionStatement(node)) {
    if (isEffect(node.expression) && !isField(node)) change(node, ';', node.expression)
  } else if (ts.isAwaitExpression(node)) {
    const now = node.expression.getText(source)
    // A line that begins with a bracket would call what stands on the line before.
    change(node, ts.isExpressionStatement(node.parent) ? now : `(${now})`)
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const now = methods.get(node.expression.name.text)
    if (now !== undefined) change(node.expression.name, now, node)
  }
}

/** @param {Mutant} mutant */
export function textOf({ file, line, code, was, now }) {
  const [before, after] = [was, now].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 80))
  return `${file}:${line}  ${before} => ${after === ';' ? 'removed' : after}   in: ${code.slice(0, 100)}`
}

/** Whether it is evaluated when a function runs or an object is made, not when its module is loaded. @param {ts.Node} node */
function isLater(node) {
  const outer = ts.findAncestor(
    node,
    (one) => ts.isFunctionLike(one) || (ts.isPropertyDeclaration(one) && !isStatic(one)),
  )
  return outer !== undefined
}

/** @param {ts.PropertyDeclaration} field */
function isStatic({ modifiers }) {
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false
}

/** @param {ts.Node} node @param {ts.SourceFile} source @returns {Mark} */
function markOf(node, source) {
  let whole = node
  // A part of `a?.b.c()` cannot stand in brackets: the rest would not be left out with it.
  while (isLink(whole.parent) && whole.parent.expression === whole) whole = whole.parent
  const start = whole.getStart(source)
  const outer = ts.findAncestor(whole, (one) => ts.isStatement(one))
  const isFirst = outer !== undefined && ts.isExpressionStatement(outer)
  const mark = { start, end: whole.getEnd() }
  if (!isFirst || outer.getStart(source) !== start) return mark
  return { ...mark, statement: { start, end: outer.expression.getEnd() } }
}

/** @param {ts.Node} node @returns {node is ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression | ts.NonNullExpression} */
function isLink(node) {
  return (
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isNonNullExpression(node)
  )
}

/** @param {ts.Node} node */
function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

/** @param {ts.Expression | undefined} returned */
function otherConstant(returned) {
  if (returned === undefined) return undefined
  if (returned.kind === ts.SyntaxKind.TrueKeyword) return 'false'
  if (returned.kind === ts.SyntaxKind.FalseKeyword) return 'true'
  return ts.isNumericLiteral(returned) ? `${returned.text} + 1` : undefined
}

/** Whether a constructor keeps a parameter: without it, nothing works. @param {ts.Node} node */
function isField({ parent }) {
  return ts.isBlock(parent) && ts.isConstructorDeclaration(parent.parent)
}

/** Whether a statement does something that can be left out: a call, or an assignment. @param {ts.Expression} node */
function isEffect(node) {
  const what = ts.isAwaitExpression(node) ? node.expression : node
  if (ts.isCallExpression(what)) return what.expression.kind !== ts.SyntaxKind.SuperKeyword
  return ts.isBinaryExpression(what)
}
