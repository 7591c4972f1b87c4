import {
  type Connection,
  type JiraField,
  JiraRejection,
  listFields,
  listIssueTypes,
  listRecentIssues,
  listTransitions,
} from './client.ts'

const maxIssueTypes = 20

/** Issue types with their fields: those of new issues, and those that only a transition requires. */
export async function readIssueMeta(connection: Connection, key: string) {
  const types = (await listIssueTypes(connection, key)).slice(0, maxIssueTypes)
  const recent = await orNone(listRecentIssues(connection, key))
  const issueTypes: { id: string; name: string; fields: ReturnType<typeof wireField>[] }[] = []
  // Sequentially, because of Jira's rate limit.
  for (const { id, name } of types) {
    const fields = (await listFields(connection, { key, issueTypeId: id })).map((each) =>
      wireField(idOf(each), each, 'create'),
    )
    const fieldIds = new Set(fields.map((each) => each.id))
    const ofScreens = await screenFields(
      connection,
      recent.filter(({ fields: { issuetype } }) => issuetype.id === id),
    )
    issueTypes.push({ id, name, fields: [...fields, ...ofScreens.filter((each) => !fieldIds.has(each.id))] })
  }
  return { issueTypes }
}

type RecentIssue = Awaited<ReturnType<typeof listRecentIssues>>[number]

/** null if Jira rejects the request: the credentials cannot search, or the issue was deleted meanwhile. */
async function orNone<T>(read: Promise<T[]>): Promise<T[]> {
  try {
    return await read
  } catch (error) {
    if (error instanceof JiraRejection) return []
    throw error
  }
}

/** Jira lists the screens of transitions for an issue only: an open one can be closed, a done one reopened. */
async function screenFields(connection: Connection, issues: readonly RecentIssue[]) {
  const isDone = ({ fields: { status } }: RecentIssue) => status.statusCategory.key === 'done'
  const examples = [issues.find((each) => !isDone(each)), issues.find(isDone)].filter((each) => !!each)
  const found = new Map<string, ReturnType<typeof wireField>>()
  for (const example of examples)
    for (const { to, fields } of await orNone(listTransitions(connection, example.key))) {
      if ((to.statusCategory.key === 'done') === isDone(example)) continue
      for (const [id, field] of Object.entries(fields)) {
        const wire = wireField(id, field, 'transition')
        // The resolution is chosen automatically.
        if (wire.isRequired && id !== 'resolution') found.set(id, wire)
      }
    }
  return [...found.values()]
}

const idOf = ({ fieldId, key, name }: JiraField) => fieldId ?? key ?? name

const wireField = (
  id: string,
  { name, required, hasDefaultValue, schema, allowedValues }: JiraField,
  neededFor: 'create' | 'transition',
) => ({
  id,
  name,
  type: schema.type,
  isRequired: required && !hasDefaultValue,
  neededFor,
  allowedValues: allowedValues.map((each) => ({ id: each.id, name: each.name ?? each.value ?? each.id })),
})
