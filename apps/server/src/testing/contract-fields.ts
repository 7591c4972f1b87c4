import { z } from 'zod'
import type { NamedEndpoint } from './contract-calls.ts'
import { bodies } from './contract-inputs.ts'

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}

/** The paths of all fields of a body: ['projects', '0']. */
export function fieldsOf(schema: z.ZodType | undefined): string[][] {
  const found = (node: JsonSchema, path: string[]): string[][] => [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, each]) => found(each, [...path, name])),
    ...(node.items ? found(node.items, [...path, '0']) : []),
    ...(node.anyOf ?? []).flatMap((each) => found(each, path)),
  ]
  return schema
    ? found(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])
    : []
}

/** JSON of a valid body with the given value at the path. */
export function bodyWith({ id }: Pick<NamedEndpoint, 'id'>, path: string[], value: unknown): string {
  const inner = path.reduceRight<unknown>(
    (inner, name) => (name === '0' ? [inner] : { [name]: inner }),
    value,
  )
  return JSON.stringify({ ...(bodies[id] as object | undefined), ...(inner as object) })
}
