import type { Decision } from '@assay/contract/decisions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { triage as messages } from '../../messages/triage.ts'
import { showAlert, showNotice } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { When } from '../../ui/when.tsx'
import { usePermission } from '../use-permission.ts'
import { nameOf } from './finding-fields.tsx'
import { type FindingDetails, refreshAfterRescan, useAccountUuid } from './use-triage.ts'

/** Approves, rejects or ends decisions. */
export function useDecisions(onDone: () => void = () => undefined) {
  const queries = useQueryClient()
  const params = { accountUuid: useAccountUuid() }
  const done = () => {
    onDone()
    return refreshAfterRescan(queries)
  }
  const onError = (error: Error) => showAlert(messageOf(error))
  const settle = useMutation({
    mutationFn: (body: { decisionUuids: string[]; isApproved: boolean }) =>
      api.decisions.settle({ params, body }),
    onSuccess: ({ settled, skipped }, { isApproved }) => {
      if (settled > 0) showNotice(isApproved ? messages.approved(settled) : messages.rejected(settled))
      if (skipped.length > 0) showAlert(messages.settledLess(skipped.length))
      return done()
    },
    onError,
  })
  const end = useMutation({
    mutationFn: (decisionUuids: string[]) => api.decisions.end({ params, body: { decisionUuids } }),
    onSuccess: ({ ended }) => {
      showNotice(messages.endedSome(ended))
      return done()
    },
    onError,
  })
  return { settle, end }
}

/** The decision that the state follows from, and one that waits for approval. */
export function DecisionFacts({ details: { decision, wanted } }: { details: FindingDetails }) {
  if (!decision && !wanted) return null
  return (
    <section className="grid gap-3">
      <h3 className="m-0 text-sm font-semibold">{messages.decision}</h3>
      {[wanted, decision].map((each) => each && <Facts key={each.uuid} decision={each} />)}
    </section>
  )
}

function Facts({ decision }: { decision: Decision }) {
  const { settle, end } = useDecisions()
  const hasPermission = usePermission()
  const { uuid, state, status, justification, reason, requestedBy, approvedBy, isApprovable } = decision
  const isWaiting = status === 'waiting'
  return (
    <div className="grid gap-1.5 rounded-card border border-line p-3 text-sm">
      <p className="m-0 font-medium">
        {isWaiting ? messages.waiting(messages.states[state]) : messages.states[state]}
        {justification && <span className="text-soft"> · {messages.justifications[justification]}</span>}
      </p>
      <p className="m-0 [overflow-wrap:anywhere]">{reason}</p>
      <p className="m-0 text-xs text-soft">
        {requestedBy &&
          (isWaiting || approvedBy
            ? messages.requestedBy(nameOf(requestedBy))
            : messages.decidedBy(nameOf(requestedBy)))}
        {approvedBy && ` · ${messages.approvedBy(nameOf(approvedBy))}`} · <Ends decision={decision} />
      </p>
      <div className="flex gap-2">
        {isApprovable && (
          <>
            <Button
              variant="primary"
              isDisabled={settle.isPending}
              onPress={() => settle.mutate({ decisionUuids: [uuid], isApproved: true })}
            >
              {messages.approve}
            </Button>
            <Button
              isDisabled={settle.isPending}
              onPress={() => settle.mutate({ decisionUuids: [uuid], isApproved: false })}
            >
              {messages.reject}
            </Button>
          </>
        )}
        {!isWaiting && decision.scope !== 'finding' && hasPermission('policies.delete') && (
          <Button isDisabled={end.isPending} onPress={() => end.mutate([uuid])}>
            {messages.end}
          </Button>
        )}
      </div>
    </div>
  )
}

export const Ends = ({ decision: { expiresAt, untilFix } }: { decision: Decision }) => (
  <>
    {expiresAt !== null && (
      <>
        {messages.endsOn} <When epochMs={expiresAt} isExact />
      </>
    )}
    {expiresAt === null && !untilFix && messages.noEnd}
    {untilFix && ` ${messages.untilFix}`}
  </>
)
