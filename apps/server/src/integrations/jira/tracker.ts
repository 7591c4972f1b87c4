import type { JiraProjectSettings } from '@assay/contract/jira.ts'
import type { TrackedIssue, Tracker } from '#integrations/tickets/tracker.ts'
import { ServiceRejection } from '#integrations/core/call-service.ts'
import {
  addComment,
  baseOf,
  type Connection,
  createIssue,
  findIssue,
  listComments,
  listFields,
  listIssueTypes,
  listTransitions,
  makeTransition,
  upsertRemoteLink,
  searchIssues,
} from './client.ts'
import { fieldValue, fillScreen, textOf } from './field-values.ts'

/** Label of all our issues. */
export const label = 'assay'

const urlOf = (connection: Connection, key: string) =>
  `${baseOf(connection)}/browse/${encodeURIComponent(key)}`

type Found = NonNullable<Awaited<ReturnType<typeof findIssue>>>

export const trackedIssue = (connection: Connection, { key, fields: { status } }: Found): TrackedIssue => ({
  key,
  url: urlOf(connection, key),
  status: status.name,
  isDone: status.statusCategory.key === 'done',
})

/** Jira as the tracker of one project's tickets. */
export function jiraTracker(
  connection: Connection,
  target: Pick<JiraProjectSettings, 'jiraProject' | 'issueTypeId' | 'fields'>,
): Tracker {
  const write = (lines: readonly string[]) => textOf(connection, lines)
  const move = (key: string, isClosing: boolean) => moveIssue(connection, { key, isClosing }, target.fields)
  const read = async (key: string) => {
    const found = await findIssue(connection, key)
    return found && trackedIssue(connection, found)
  }
  return {
    async create({ title, lines, marker }) {
      const project = projectOf(target)
      const issueTypeId = await issueTypeOf(connection, target)
      const { key } = await createIssue(connection, {
        ...(await ownFields(connection, { ...target, issueTypeId })),
        project: { key: project },
        issuetype: { id: issueTypeId },
        summary: title,
        description: write(lines),
        labels: [label, marker],
      })
      // Its status is read later: a failure here would hide that the issue was created.
      return { key, url: urlOf(connection, key), status: '', isDone: false }
    },
    async find(marker) {
      const [found] = await searchIssues(connection, `labels = "${marker}"`)
      return found ? trackedIssue(connection, found) : null
    },
    read,
    async link(key, { id, url, title, isResolved }) {
      await upsertRemoteLink(connection, key, {
        globalId: `system=assay&id=${id}`,
        application: { name: 'Assay' },
        relationship: 'reported by',
        object: { url, title, status: { resolved: isResolved } },
      })
    },
    async comment(key, text, marker) {
      const comments = await listComments(connection, key)
      if (!comments.some((body) => body.includes(marker)))
        await addComment(connection, key, write([text, `(${marker})`]))
    },
    close: (key) => move(key, true),
    reopen: (key) => move(key, false),
  }
}

function projectOf({ jiraProject }: { jiraProject: string }): string {
  if (jiraProject === '')
    throw new ServiceRejection('No Jira project is set for the account or for this project')
  return jiraProject
}

async function issueTypeOf(
  connection: Connection,
  { jiraProject, issueTypeId }: { jiraProject: string; issueTypeId: string },
): Promise<string> {
  if (issueTypeId !== '') return issueTypeId
  const [first] = await listIssueTypes(connection, jiraProject)
  if (!first) throw new ServiceRejection(`The credentials cannot create issues in ${jiraProject}`)
  return first.id
}

/** The project's values for the fields of new issues. Those of other fields are for the screens of transitions. */
async function ownFields(
  connection: Connection,
  {
    jiraProject: key,
    issueTypeId,
    fields,
  }: Pick<JiraProjectSettings, 'jiraProject' | 'issueTypeId' | 'fields'>,
): Promise<object> {
  const own = new Map(Object.entries(fields))
  if (own.size === 0) return {}
  const listed = await listFields(connection, { key, issueTypeId })
  const entries = listed.flatMap((field) => {
    const id = field.fieldId ?? field.key ?? ''
    return own.has(id) ? [[id, fieldValue(connection, field, own.get(id))] as const] : []
  })
  return Object.fromEntries(entries)
}

/** Preferred to others of the category "done", such as "Won't do" or "Duplicate". */
const fixedStatuses = ['done', 'fixed', 'resolved', 'closed']

/** Moves an issue by the first transition whose required fields have values. Returns whether there is a transition. */
async function moveIssue(
  connection: Connection,
  { key, isClosing }: { key: string; isClosing: boolean },
  own: JiraProjectSettings['fields'],
): Promise<boolean> {
  const possible = (await listTransitions(connection, key)).filter(
    ({ to }) => (to.statusCategory.key === 'done') === isClosing,
  )
  const fixed = possible.filter(({ to }) => fixedStatuses.includes(to.name.toLowerCase()))
  const transitions = (fixed.length > 0 ? fixed : possible).map(({ id, name, fields }) => ({
    id,
    name,
    ...fillScreen(connection, { fields, isClosing }, own),
  }))
  const ready = transitions.find(({ missing }) => missing.length === 0)
  if (ready) await makeTransition(connection, key, { id: ready.id, fields: ready.values })
  const [first] = transitions
  if (!ready && first)
    throw new ServiceRejection(
      `Jira's transition "${first.name}" of ${key} requires ${first.missing.join(', ')}, and the project has no value for it`,
    )
  return ready !== undefined
}
