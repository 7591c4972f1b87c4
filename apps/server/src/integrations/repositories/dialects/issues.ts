import { z } from 'zod'
import type { IssueDraft, TrackedIssue } from '#integrations/tickets/tracker.ts'
import type { ServiceId } from './hosts.ts'

// https://docs.github.com/en/rest/issues and https://docs.gitlab.com/api/issues

/** Label of all our issues. */
export const label = 'assay'

/** Differences between the two APIs. Paths are below the API's base address; [repository] is 'owner/name'. */
interface IssueDialect {
  /** Readable with the token, unlike an issue that was deleted. */
  repository(repository: string): string
  issues(repository: string): string
  comments(repository: string, number: number): string
  /** Query of the comments path that includes recent ones. */
  recentComments(since: Date): string
  /** Issues with our label in any state, most recently changed first. */
  listed(since: Date | null): string
  /** null if the response does not come from this API. */
  read(json: unknown): (TrackedIssue & { number: number; body: string }) | null
  draft(draft: Pick<IssueDraft, 'title'> & { body: string; isConfidential: boolean }): object
  change: { method: 'PATCH' | 'PUT'; close: object; reopen: object }
}

/** Shown as a link. */
const WebAddress = z.url({ protocol: /^https?$/ })

const GitHubIssue = z.object({
  number: z.int(),
  html_url: WebAddress,
  state: z.string(),
  body: z.string().nullish(),
  repository_url: z.string(),
})

const github: IssueDialect = {
  repository: (repository) => `/repos/${repository}`,
  issues: (repository) => `/repos/${repository}/issues`,
  comments: (repository, number) => `/repos/${repository}/issues/${number}/comments`,
  recentComments: (since) => `?per_page=100&since=${since.toISOString()}`,
  listed: (since) =>
    `?labels=${label}&state=all&sort=updated&direction=desc&per_page=100${since ? `&since=${since.toISOString()}` : ''}`,
  read(json) {
    const { data } = GitHubIssue.safeParse(json)
    if (!data) return null
    const { number, html_url: url, state, body } = data
    const repository = data.repository_url.split('/').slice(-2).join('/')
    return {
      key: `${repository}#${number}`,
      number,
      url,
      status: state,
      isDone: state === 'closed',
      body: body ?? '',
    }
  },
  draft: ({ title, body }) => ({ title, body, labels: [label] }),
  change: {
    method: 'PATCH',
    close: { state: 'closed', state_reason: 'completed' },
    reopen: { state: 'open' },
  },
}

const GitLabIssue = z.object({
  iid: z.int(),
  web_url: WebAddress,
  state: z.string(),
  description: z.string().nullish(),
  references: z.object({ full: z.string() }),
})

const projectPath = (repository: string) => `/projects/${encodeURIComponent(repository)}`
const issuesPath = (repository: string) => `${projectPath(repository)}/issues`

const gitlab: IssueDialect = {
  repository: projectPath,
  issues: issuesPath,
  comments: (repository, number) => `${issuesPath(repository)}/${number}/notes`,
  recentComments: () => '?per_page=100&sort=desc&order_by=created_at',
  listed: (since) =>
    `?labels=${label}&order_by=updated_at&sort=desc&per_page=100${since ? `&updated_after=${since.toISOString()}` : ''}`,
  read(json) {
    const { data } = GitLabIssue.safeParse(json)
    if (!data) return null
    const { iid: number, web_url: url, state, description, references } = data
    return {
      key: references.full,
      number,
      url,
      status: state,
      isDone: state === 'closed',
      body: description ?? '',
    }
  },
  draft: ({ title, body, isConfidential }) => ({
    title,
    description: body,
    labels: label,
    confidential: isConfidential,
  }),
  change: { method: 'PUT', close: { state_event: 'close' }, reopen: { state_event: 'reopen' } },
}

const dialects: Record<ServiceId, IssueDialect> = { github, gitlab }

export const issueDialectOf = ({ service }: { service: ServiceId }): IssueDialect => dialects[service]
