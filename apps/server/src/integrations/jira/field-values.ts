import { escapeWikiMarkup } from '@assay/text/markup.ts'
import { type Connection, isCloud, type JiraField } from './client.ts'

/** The Cloud requires documents (Atlassian Document Format), Data Center wiki markup. */
export function textOf(connection: Connection, lines: readonly string[]): unknown {
  if (!isCloud(connection)) return lines.map(escapeWikiMarkup).join('\n')
  // A text node must not be empty.
  const paragraphOf = (text: string) => (text === '' ? [] : [{ type: 'text', text }])
  const content = lines.map((line) => ({ type: 'paragraph', content: paragraphOf(line) }))
  return { type: 'doc', version: 1, content }
}

/** A project's value of a field in the format of the deployment. */
export function fieldValue(connection: Connection, { schema }: JiraField, value: unknown): unknown {
  const isLong = schema.custom.endsWith(':textarea') || schema.system === 'environment'
  if (isLong && isCloud(connection) && typeof value === 'string') return textOf(connection, value.split('\n'))
  if (schema.type === 'user') return userOf(connection, value)
  if (schema.items === 'user' && Array.isArray(value)) return value.map((each) => userOf(connection, each))
  return value
}

/** The Cloud identifies users by account id, Data Center by user name. */
function userOf(connection: Connection, value: unknown): unknown {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  if (typeof id !== 'string') return value
  return isCloud(connection) ? { id } : { name: id }
}

/** Values for the screen of a transition: a resolution, and those set for the project. missing: names of required fields without one. */
export function fillScreen(
  connection: Connection,
  { fields, isClosing }: { fields: Readonly<Record<string, JiraField>>; isClosing: boolean },
  own: Readonly<Record<string, unknown>>,
): { values: object; missing: string[] } {
  const fieldValues = new Map(Object.entries(own))
  const values = new Map<string, unknown>()
  const missing: string[] = []
  for (const [id, field] of Object.entries(fields)) {
    const isNeeded = field.required && !field.hasDefaultValue
    const value = fieldValues.has(id)
      ? fieldValue(connection, field, fieldValues.get(id))
      : id === 'resolution' && (isNeeded || isClosing)
        ? resolutionOf(field)
        : undefined
    if (value !== undefined) values.set(id, value)
    else if (isNeeded) missing.push(field.name)
  }
  return { values: Object.fromEntries(values), missing }
}

const fixedResolutions = ['fixed', 'done']

function resolutionOf({ allowedValues }: JiraField) {
  const named = fixedResolutions.flatMap((resolution) =>
    allowedValues.filter(({ name }) => name?.toLowerCase() === resolution),
  )
  const [chosen] = [...named, ...allowedValues]
  return chosen && { id: chosen.id }
}
