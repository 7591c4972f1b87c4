import { isObject, type JsonObject, listOf, objectOf, textOf, textsOf } from './osv-json.ts'

const maxSymbols = 500

/**
 * The vulnerable functions that an affected entry names: https://go.dev/doc/security/vuln/database#schema and
 * https://github.com/rustsec/advisory-db/blob/main/README.md. Empty if it names none, or a whole module.
 */
export function readSymbols(entry: JsonObject): string[] {
  const specific = objectOf(entry['ecosystem_specific'])
  const imports = listOf(specific['imports']).map(objectOf)
  const isWhole = imports.some((each) => textsOf(each['symbols']).length === 0)
  const ofGo = isWhole
    ? []
    : imports.flatMap((each) => textsOf(each['symbols']).map((name) => `${textOf(each['path'])}.${name}`))
  const { functions } = objectOf(specific['affects'])
  const ofRust = isObject(functions) ? Object.keys(functions) : textsOf(functions)
  return [...new Set([...ofGo, ...ofRust])]
    .filter((name) => /^[\w./:~-]{3,300}$/.test(name))
    .slice(0, maxSymbols)
}
