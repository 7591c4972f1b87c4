import { SyntaxKind } from 'typescript/unstable/ast'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Type, TypeFlags } from 'typescript/unstable/sync'

interface Found {
  node: Node
  /** The key, if its type decides whether it is dynamic. */
  key: Node | null
}

/**
 * Finds properties accessed by a name that is only known at run time, as 'path: code': in brackets, names from outside
 * could reach inherited properties. Keys that are numbers, symbols or unions of literals are fine.
 */
export function findDynamicProperties(root: string, isChecked: (path: string) => boolean): string[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProject: `${root}/tsconfig.json` }).getProjects()
    const { program, checker } = project!
    return program.getSourceFileNames().flatMap((name) => {
      const path = name.slice(root.length + 1)
      const file = isChecked(path) ? program.getSourceFile(name) : undefined
      const found = file ? collect(file) : []
      const types = checker.getTypeAtLocation(found.map(({ node, key }) => key ?? node))
      return found
        .filter(({ key }, index) => key === null || isAnyName(types[index]))
        .map(({ node }) => `${path}: ${node.getText(file).replaceAll(/\s+/g, ' ').slice(0, 80)}`)
    })
  } finally {
    api.close()
  }
}

function collect(file: SourceFile): Found[] {
  const found: Found[] = []
  const visit = (node: Node): void => {
    const key = keyOf(node)
    if (key && !is.isStringLiteral(key) && !is.isNumericLiteral(key)) found.push({ node, key })
    if (is.isForInStatement(node) || isSetter(node, file)) found.push({ node, key: null })
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

function keyOf(node: Node): Node | undefined {
  if (is.isElementAccessExpression(node)) return node.argumentExpression
  return is.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword
    ? node.left
    : undefined
}

const setters =
  /^(?:Reflect\.(?:set|get|defineProperty|setPrototypeOf)|Object\.(?:defineProperty|defineProperties|setPrototypeOf))$/

/** Object.assign of anything but an object literal sets arbitrary names. */
function isSetter(node: Node, file: SourceFile): boolean {
  if (is.isIdentifier(node)) return node.text === '__proto__'
  if (!is.isCallExpression(node)) return false
  const called = node.expression.getText(file)
  if (called !== 'Object.assign') return setters.test(called)
  return !node.arguments.slice(1).every((source) => is.isObjectLiteralExpression(source))
}

const anyName = TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.Any | TypeFlags.Unknown

const isAnyName = (type: Type | undefined): boolean =>
  type === undefined ||
  (type.isUnionType() ? type.getTypes() : [type]).some(({ flags }) => (flags & anyName) !== 0)
