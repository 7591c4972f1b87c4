import { escapeMarkdown, markdownLink, withoutReferences } from '@assay/text/markdown.ts'
import { ServiceRejection, UnexpectedResponse } from '#integrations/core/call-service.ts'
import type { IssueDraft, TrackedIssue, Tracker } from '#integrations/tickets/tracker.ts'
import { ask, type Connection, RepositoryRejection } from '#integrations/repositories/connection/client.ts'
import { issueDialectOf } from '#integrations/repositories/dialects/issues.ts'
import { serviceOf } from '#integrations/repositories/dialects/hosts.ts'

/** Retries happen within hours. */
const commentWindowMs = 24 * 3_600_000
/** GitHub returns 404 for inaccessible and 410 for deleted issues. */
const gone = new Set([404, 410])

interface Target {
  /** 'owner/name' */
  repository: string
  isConfidential: boolean
}

/** 'owner/name#12', after a transfer that of the new repository. */
function partsOf(key: string): { repository: string; number: number } {
  const at = key.lastIndexOf('#')
  return { repository: key.slice(0, at), number: Number(key.slice(at + 1)) }
}

/** Issues in a GitHub or GitLab repository. */
export function repositoryTracker(connection: Connection, { repository, isConfidential }: Target): Tracker {
  const dialect = issueDialectOf(connection)
  const addressOf = (key: string) => {
    const of = partsOf(key)
    return { ...of, path: `${dialect.issues(of.repository)}/${of.number}` }
  }
  const change = async (key: string, to: object) => {
    await ask(connection, { method: dialect.change.method, path: addressOf(key).path, json: to })
    return true
  }
  return {
    async create(draft) {
      const json = dialect.draft({
        title: withoutReferences(draft.title),
        body: bodyOf(draft),
        isConfidential,
      })
      const created = await ask(connection, { method: 'POST', path: dialect.issues(repository), json })
      return readIssue(connection, created)
    },
    // Lists are consistent with earlier writes, unlike searches.
    async find(marker) {
      const issues = await listIssues(connection, repository, null)
      return issues.find(({ body }) => body.includes(marker)) ?? null
    },
    async read(key) {
      try {
        return readIssue(connection, await ask(connection, { method: 'GET', path: addressOf(key).path }))
      } catch (error) {
        if (!(error instanceof RepositoryRejection) || !gone.has(error.status)) throw error
        // Throws if the token cannot see the repository, since then nothing was deleted.
        await ask(connection, { method: 'GET', path: dialect.repository(partsOf(key).repository) })
        return null
      }
    },
    // The link is part of the issue's text: neither service has remote links.
    link: () => Promise.resolve(),
    async comment(key, text, marker) {
      const { repository: of, number } = addressOf(key)
      const path = dialect.comments(of, number)
      const since = dialect.recentComments(new Date(Date.now() - commentWindowMs))
      const comments = await ask(connection, { method: 'GET', path: path + since })
      if (JSON.stringify(comments).includes(marker)) return
      const body = `${escapeMarkdown(text)}\n\n<!-- ${marker} -->`
      await ask(connection, { method: 'POST', path, json: { body } })
    },
    close: (key) => change(key, dialect.change.close),
    reopen: (key) => change(key, dialect.change.reopen),
  }
}

/** At most 100, most recently changed first. */
export async function listIssues(connection: Connection, repository: string, since: Date | null) {
  const dialect = issueDialectOf(connection)
  const path = dialect.issues(repository) + dialect.listed(since)
  const found = await ask(connection, { method: 'GET', path })
  if (!Array.isArray(found)) throw new UnexpectedResponse(serviceOf(connection).name)
  return found.map((each: unknown) => readIssue(connection, each))
}

function readIssue(connection: Connection, json: unknown): TrackedIssue & { number: number; body: string } {
  const dialect = issueDialectOf(connection)
  const issue = dialect.read(json)
  // Executed, but with an unreadable response: the result is unknown.
  if (!issue) throw new UnexpectedResponse(serviceOf(connection).name)
  return issue
}

const bodyOf = ({ lines, link, marker }: IssueDraft): string =>
  [...lines.map(escapeMarkdown), markdownLink(link.title, link.url), `<!-- ${marker} -->`].join('\n\n')

export function requireRepository(repository: string | null): string {
  if (repository === null)
    throw new ServiceRejection(
      'The project is not a repository of this service, and no other repository is set',
    )
  return repository
}
