import type { RulePreview as Preview } from '@assay/contract/rules.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { policyRules } from '../../../messages/policy-rules.ts'
import { report } from '../../../messages/report.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { paths } from '../../../paths.ts'
import { useUser } from '../use-user.ts'

const messages = policyRules.preview

type Wanted = Parameters<typeof api.rules.preview>[0]['body']
type Branch = Preview['branches'][number]

interface Props {
  /** Reads the form; null if it cannot be evaluated. */
  read: () => Wanted | null
}

interface State {
  branches: Branch[]
  evaluated: number
  total: number
  isRunning: boolean
  error: string | null
}

/** What the rule would change, project by project. */
export function RulePreview({ read }: Props) {
  const { state, run } = usePreview()
  const start = () => {
    const body = read()
    if (body !== null) void run(body)
  }
  return (
    <div className="grid gap-2">
      <Button onPress={start}>{messages.run}</Button>
      {state && <Result state={state} />}
    </div>
  )
}

function usePreview() {
  const params = { accountUuid: useUser().account.uuid }
  const [state, setState] = useState<State | null>(null)
  const run = async (body: Wanted) => {
    let shown: State = { branches: [], evaluated: 0, total: 0, isRunning: true, error: null }
    setState(shown)
    try {
      for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
        const page: Preview = await api.rules.preview({ params, body: { ...body, cursor } })
        cursor = page.nextCursor
        const branches = [...shown.branches, ...page.branches]
        shown = {
          ...shown,
          branches,
          evaluated: page.evaluated,
          total: page.total,
          isRunning: cursor !== null,
        }
        setState(shown)
      }
    } catch (error) {
      setState({ ...shown, isRunning: false, error: messageOf(error) })
    }
  }
  return { state, run }
}

const maxShown = 50

interface ResultProps {
  state: State
}

function Result({ state: { branches, evaluated, total, isRunning, error } }: ResultProps) {
  const changed = branches.filter(({ before, after }) => before !== after)
  const shown = [...changed, ...branches.filter(({ before, after }) => before === after)].slice(0, maxShown)
  return (
    <section aria-label={messages.title} className="min-w-0 rounded-md border border-line p-3">
      <p role="status" className="m-0 text-sm">
        {error ??
          (isRunning
            ? messages.running(evaluated, total)
            : branches.length === 0
              ? messages.none
              : messages.summary(branches.length, changed.length))}
      </p>
      {shown.length > 0 && (
        <ul
          className="m-0 mt-2 grid max-h-72 list-none gap-2 overflow-y-auto p-0"
          tabIndex={0}
          aria-label={messages.title}
        >
          {shown.map((branch) => (
            <Line key={`${branch.projectUuid} ${branch.branch}`} branch={branch} />
          ))}
        </ul>
      )}
      {branches.length > maxShown && (
        <p className="m-0 mt-2 text-xs text-soft">{messages.more(branches.length - maxShown)}</p>
      )}
    </section>
  )
}

const hitsShown = 3

function Line({ branch: { project, projectUuid, branch, before, after, result } }: { branch: Branch }) {
  const labels = result.hits.slice(0, hitsShown).map(({ label }) => label)
  const hidden = result.hitCount - labels.length
  return (
    <li className="min-w-0 text-sm [overflow-wrap:anywhere]">
      <Link to={paths.projects} search={{ pid: projectUuid, branch }}>
        {project}
      </Link>{' '}
      {before === after ? (
        <span className="text-soft">{messages.same}</span>
      ) : (
        <Badge>
          {report.outcome[before]} → {report.outcome[after]}
        </Badge>
      )}
      <span className="block text-xs text-soft">
        {[...labels, ...(hidden > 0 ? [messages.more(hidden)] : []), ...result.issues].join(' · ')}
      </span>
    </li>
  )
}
