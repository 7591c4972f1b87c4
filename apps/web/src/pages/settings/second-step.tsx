import type { MfaStatus } from '@assay/contract/mfa.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { ScratchCodes } from '../../parts/second-factor/scratch-codes.tsx'
import { useSite } from '../../parts/use-site.ts'
import { factors } from '../../texts/factors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Confirm } from './confirm.tsx'
import { FactorRow } from './factor-row.tsx'
import { Known } from './known.tsx'
import { Part } from './part.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import { useUser } from './use-user.ts'

const words = factors.secondStep

export type Factor = 'app' | 'sms'

/** What is open above the page. */
type Act = { kind: 'start' | 'end'; factor: Factor } | { kind: 'renew' | 'codes' } | null

export function SecondStep() {
  const { id: memberUuid } = useUser()
  const status = useQuery(query(api.mfa.status, { params: { memberUuid } }))
  const queries = useQueryClient()
  const [act, setAct] = useState<Act>(null)
  const go = async (next: Act) => {
    // Nothing is open meanwhile that made a key or codes: asked for anew, it would make others.
    flushSync(() => setAct(null))
    await queries.invalidateQueries()
    setAct(next)
  }
  const close = () => setAct(null)
  return (
    <Part title={words.title} lead={status.data?.required ? words.required : words.optional} isFlush>
      <Known query={status}>
        {(known) => (
          <>
            <Factors status={known} onAct={setAct} />
            {act?.kind === 'start' && (
              <SetUpFactor
                factor={act.factor}
                onDone={() => void go(known.scratchCodes === 0 ? { kind: 'codes' } : null)}
                onClose={close}
              />
            )}
            {act?.kind === 'end' && <EndFactor status={known} factor={act.factor} onClose={close} />}
          </>
        )}
      </Known>
      {act?.kind === 'renew' && (
        <Dialog title={factors.scratch.renewTitle} isOpen onOpenChange={close}>
          <p className="m-0 text-base">{factors.scratch.renewText}</p>
          <div className="flex gap-2">
            <Button look="danger" onPress={() => setAct({ kind: 'codes' })}>
              {factors.scratch.renew}
            </Button>
            <Button look="quiet" onPress={close}>
              {words.cancel}
            </Button>
          </div>
        </Dialog>
      )}
      {act?.kind === 'codes' && (
        <Dialog title={factors.scratch.title} isOpen onOpenChange={() => void go(null)}>
          <ScratchCodes onDone={() => void go(null)} />
        </Dialog>
      )}
    </Part>
  )
}

interface FactorsProps {
  status: MfaStatus
  onAct: (act: Act) => void
}

function Factors({ status, onAct }: FactorsProps) {
  const sendsTexts = useSite()?.ways.sms ?? false
  const { app, sms, phone, scratchCodes } = status
  const row = (factor: Factor) => ({
    title: words[factor].title,
    isInUse: status[factor],
    act: status[factor] ? words.end : words.start,
    label: (status[factor] ? words.endOf : words.startOf)(words[factor].title),
    onPress: () => onAct({ kind: status[factor] ? 'end' : 'start', factor }),
  })
  return (
    <ul className="m-0 list-none p-0">
      <FactorRow {...row('app')} lead={words.app.lead} />
      {(sendsTexts || sms) && (
        <FactorRow
          {...row('sms')}
          lead={phone === null ? words.sms.lead : words.sms.phone(phone)}
          warning={words.sms.warning}
        />
      )}
      <FactorRow
        title={factors.scratch.title}
        lead={scratchCodes === 0 ? factors.scratch.none : factors.scratch.left(scratchCodes)}
        act={scratchCodes === 0 ? factors.scratch.make : factors.scratch.renew}
        refusal={app || sms ? null : factors.scratch.noFactor}
        onPress={() => onAct({ kind: scratchCodes === 0 ? 'codes' : 'renew' })}
      />
    </ul>
  )
}

interface EndProps {
  status: MfaStatus
  factor: Factor
  onClose: () => void
}

function EndFactor({ status: { memberUuid, app, sms, required }, factor, onClose }: EndProps) {
  const isLast = !(app && sms)
  const last = required ? words.endLastRequired : words.endLast
  return (
    <Confirm
      title={words.endTitle(words[factor].title)}
      text={isLast ? `${words.endText} ${last}` : words.endText}
      submit={words.end}
      act={() => api.mfa.change({ params: { memberUuid }, body: { [factor]: false } })}
      onClose={onClose}
    />
  )
}
