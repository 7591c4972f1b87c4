import type { OwnAdvisory, OwnAdvisoryPreview } from '@assay/contract/own-advisories.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { ownAdvisories } from '../../../messages/own-advisories.ts'
import { Button } from '../../../ui/button.tsx'
import { paths } from '../../../paths.ts'
import { useUser } from '../use-user.ts'

const messages = ownAdvisories.preview

interface Props {
  /** Reads the form. */
  read: () => { affected: OwnAdvisory['affected'] } | { wrong: string }
}

type State =
  | { kind: 'running' }
  | { kind: 'failed'; message: string }
  | { kind: 'done'; preview: OwnAdvisoryPreview }

/** What the advisory would match in the last scans. */
export function AdvisoryPreview({ read }: Props) {
  const params = { accountUuid: useUser().account.uuid }
  const [state, setState] = useState<State | null>(null)
  const run = async () => {
    const form = read()
    if ('wrong' in form) return setState({ kind: 'failed', message: form.wrong })
    setState({ kind: 'running' })
    try {
      setState({ kind: 'done', preview: await api.ownAdvisories.preview({ params, body: form }) })
    } catch (error) {
      setState({ kind: 'failed', message: messageOf(error) })
    }
  }
  return (
    <div className="grid gap-2">
      <div>
        <Button onPress={() => void run()}>{messages.run}</Button>
      </div>
      {state && <Result state={state} />}
    </div>
  )
}

const shown = 50

function Result({ state }: { state: State }) {
  const items = state.kind === 'done' ? state.preview.items : []
  return (
    <section aria-label={messages.title} className="min-w-0 rounded-md border border-line p-3">
      <p role="status" className="m-0 text-sm">
        {textOf(state)}
      </p>
      {items.length > 0 && (
        <ul
          className="m-0 mt-2 grid max-h-60 list-none gap-1.5 overflow-y-auto p-0"
          tabIndex={0}
          aria-label={messages.title}
        >
          {items.slice(0, shown).map((item) => (
            <li key={JSON.stringify(item)} className="min-w-0 text-sm [overflow-wrap:anywhere]">
              <Link to={paths.projects} search={{ pid: item.projectUuid, branch: item.branch }}>
                {item.project}
              </Link>{' '}
              <span className="text-soft">
                {item.branch} · {item.package} {item.version}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function textOf(state: State): string {
  if (state.kind === 'running') return messages.running
  if (state.kind === 'failed') return state.message
  const { components, projects, branches } = state.preview
  return components === 0 ? messages.none : messages.summary(components, projects, branches)
}
