import type { z } from 'zod'

// The field of an issue, within unions too. For the server: a client stops at the first message.

export type FieldIssue = Pick<z.core.$ZodIssue, 'path' | 'message'>
export type UnionIssue = Extract<z.core.$ZodIssue, { code: 'invalid_union' }>

/** The issues of a value, those of a union at the field that its closest member rejects. */
export function issuesByField(issues: readonly z.core.$ZodIssue[], value: unknown): FieldIssue[] {
  return issues.flatMap((issue) => {
    const at = issue.path.reduce<unknown>(ownProperty, value)
    const closest = issue.code === 'invalid_union' ? closestBranch(issue.errors, at) : undefined
    return closest ? issuesByField(closest, at).map((each) => located(each, issue.path)) : [issue]
  })
}

/** The errors of the union member that declares most of the object's invalid fields, or else has the fewest errors. */
function closestBranch(branches: UnionIssue['errors'], value: unknown): z.core.$ZodIssue[] | undefined {
  const declared = (errors: z.core.$ZodIssue[]) =>
    errors.filter(({ path }) => ownProperty(value, path[0]!) !== undefined).length
  return branches
    .filter((errors) => errors.length > 0 && errors.every(({ path }) => path.length > 0))
    .toSorted((a, b) => declared(b) - declared(a) || a.length - b.length)[0]
}

/** Zod reports the issues of a union's members relative to the union. */
function located({ path, message }: FieldIssue, base: readonly PropertyKey[]): FieldIssue {
  const isRelative = base.length > 0 && namesField(path, message)
  return { path: [...base, ...path], message: isRelative ? `${base.join('.')}.${message}` : message }
}

/** Whether a message already names its field. */
export const namesField = (path: readonly PropertyKey[], message: string): boolean =>
  message.startsWith(`${path.join('.')} `)

/** The message with its field: 'name must be text', but 'name: …' before a complete sentence. */
export const withField = ({ path, message }: FieldIssue): string =>
  path.length === 0 || namesField(path, message) ? message : `${path.join('.')}: ${message}`

/** The message without its field, to put another name before it: 'must be a number'. */
export const withoutField = (path: readonly PropertyKey[], message: string): string =>
  namesField(path, message) ? message.slice(path.join('.').length + 1) : message

const ownProperty = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(String(key)) : undefined
