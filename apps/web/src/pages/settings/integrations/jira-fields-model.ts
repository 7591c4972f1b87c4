import type { contract } from '@assay/contract/contract.ts'
import type { z } from 'zod'

type IssueMeta = z.infer<(typeof contract.jira.issueMeta.responses)[200]>
export type JiraField = IssueMeta['issueTypes'][number]['fields'][number]

/** Fields that every issue gets from its upgrade or vulnerability. */
const provided = new Set(['summary', 'project', 'issuetype', 'description', 'labels', 'reporter'])

/** Fields required by Jira that only the project settings can provide. */
export const missingFields = (meta: IssueMeta | undefined, issueTypeId: string): JiraField[] =>
  (meta?.issueTypes.find(({ id }) => id === issueTypeId) ?? meta?.issueTypes[0])?.fields.filter(
    ({ id, isRequired }) => isRequired && !provided.has(id),
  ) ?? []

/** A value in Jira's format: choices by id, lists as lists, numbers as numbers. */
export function jiraValue({ type, allowedValues }: JiraField, text: string): unknown {
  if (allowedValues.length > 0) return type === 'array' ? [{ id: text }] : { id: text }
  if (type === 'array') return text.split(',').map((each) => each.trim())
  if (type === 'number') return Number(text)
  return type === 'user' ? { id: text } : text
}

/** The form value of a stored value; '' if its shape is unknown. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(shownValue).join(', ')
  if (typeof value !== 'object' || value === null || !('id' in value)) return ''
  return shownValue(value.id)
}
