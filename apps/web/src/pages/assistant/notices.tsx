import { barista } from '@assay/contract/barista.ts'
import type { AssistantState } from '@assay/contract/assistant-service.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { assistant as messages } from '../../messages/assistant.ts'
import { paths } from '../../paths.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { usePermission } from '../../widgets/use-permission.ts'

interface Props {
  state: AssistantState
}

/** Shown before the first question: where data is sent. */
export const DataNotice = ({ state: { host, model } }: Props) => (
  <section
    aria-label={messages.leaves.title}
    className="grid gap-2 rounded-card border border-line bg-surface p-4"
  >
    <h3 className="m-0 text-sm font-semibold">{messages.leaves.title}</h3>
    <p className="m-0 max-w-prose [overflow-wrap:anywhere]">
      {messages.leaves.text(host ?? '', model ?? '')}
    </p>
    <ul className="m-0 grid list-disc gap-1 pl-5">
      {messages.leaves.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
    <p className="m-0 max-w-prose text-soft">{messages.leaves.not}</p>
  </section>
)

const linkStyle = 'text-accent underline'

/** Why questions are unavailable, and what to do about it. */
export function NotAvailable({ state }: Props) {
  const texts = state.status === 'off' ? messages.off : messages.unconfigured
  return (
    <section aria-label={texts.title} className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <h3 className="m-0 text-sm font-semibold">{texts.title}</h3>
      <p className="m-0 max-w-prose">{texts.text}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {state.status === 'off' && <TurnOn />}
        {state.status === 'unconfigured' && state.isOperator && (
          <Link
            data-target
            to={paths.settingsSection}
            params={{ section: 'integrations' }}
            hash="assistant"
            className={linkStyle}
          >
            {messages.unconfigured.settings}
          </Link>
        )}
        <Link data-target to={paths.docsTopic} params={{ topic: 'assistant' }} className={linkStyle}>
          {messages.unconfigured.guide}
        </Link>
      </div>
      {state.status === 'off' && <DataNotice state={state} />}
    </section>
  )
}

function TurnOn() {
  const hasPermission = usePermission()
  const queries = useQueryClient()
  const allow = useMutation({
    mutationFn: () => api.barista.allow({ body: { isAllowed: true } }),
    onError: (error) => showAlert(messageOf(error)),
    onSettled: () => queries.invalidateQueries(),
  })
  if (!hasPermission(barista.allow.permission)) return null
  return (
    <Button variant="primary" onPress={() => allow.isPending || allow.mutate()}>
      {messages.off.turnOn}
    </Button>
  )
}
