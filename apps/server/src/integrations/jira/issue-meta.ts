import { type Connection, type JiraField, listFields, listIssueTypes } from './client.ts'

const maxIssueTypes = 20

/** Issue types with required fields that our issues do not set themselves. */
export async function readIssueMeta(connection: Connection, key: string) {
  const types = (await listIssueTypes(connection, key)).slice(0, maxIssueTypes)
  const issueTypes: { id: string; name: string; fields: ReturnType<typeof wireField>[] }[] = []
  // Sequentially, because of Jira's rate limit.
  for (const { id, name } of types) {
    const fields = await listFields(connection, { key, issueTypeId: id })
    issueTypes.push({ id, name, fields: fields.map(wireField) })
  }
  return { issueTypes }
}

const wireField = ({ fieldId, key, name, required, hasDefaultValue, schema, allowedValues }: JiraField) => ({
  id: fieldId ?? key ?? name,
  name,
  type: schema.type,
  isRequired: required && !hasDefaultValue,
  allowedValues: allowedValues.map((each) => ({ id: each.id, name: each.name ?? each.value ?? each.id })),
})
