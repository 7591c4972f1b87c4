import type { FactorType } from '@assay/contract/credentials.ts'
import type { MfaStatus } from '@assay/contract/mfa.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { RecoveryCodes } from '../../../widgets/second-factor/recovery-codes.tsx'
import { usePublicConfig } from '../../../widgets/sign-on/use-public-config.ts'
import { factors } from '../../../messages/factors.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { FactorRow } from './factor-row.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import { useUser } from '../use-user.ts'

const messages = factors.secondStep

/** The open dialog. */
type Action = { kind: 'start' | 'end'; factor: FactorType } | { kind: 'renew' | 'codes' } | null

export function SecondStep() {
  const { id: memberUuid } = useUser()
  const status = useQuery(query(api.mfa.status, { params: { memberUuid } }))
  const queries = useQueryClient()
  const [action, setAction] = useState<Action>(null)
  const go = async (next: Action) => {
    // Do not refetch while a dialog shows a new key or codes: that would create others.
    flushSync(() => setAction(null))
    await queries.invalidateQueries()
    // Keep a dialog that was opened in the meantime.
    setAction((current) => current ?? next)
  }
  const close = () => setAction(null)
  return (
    <Section
      title={messages.title}
      lead={status.data?.required ? messages.required : messages.optional}
      isFlush
    >
      <SettingsQuery query={status}>
        {(known) => (
          <>
            <Factors status={known} onAction={setAction} />
            {action?.kind === 'start' && (
              <SetUpFactor
                factor={action.factor}
                onDone={() => void go(known.scratchCodes === 0 ? { kind: 'codes' } : null)}
                onClose={close}
              />
            )}
            {action?.kind === 'end' && <EndFactor status={known} factor={action.factor} onClose={close} />}
          </>
        )}
      </SettingsQuery>
      {action?.kind === 'renew' && (
        <Dialog title={factors.recovery.renewTitle} isOpen onOpenChange={close}>
          <p className="m-0 text-base">{factors.recovery.renewText}</p>
          <div className="flex gap-2">
            <Button variant="danger" onPress={() => setAction({ kind: 'codes' })}>
              {factors.recovery.renew}
            </Button>
            <Button variant="quiet" onPress={close}>
              {messages.cancel}
            </Button>
          </div>
        </Dialog>
      )}
      {action?.kind === 'codes' && (
        <Dialog title={factors.recovery.title} isOpen onOpenChange={() => void go(null)}>
          <RecoveryCodes onDone={() => void go(null)} />
        </Dialog>
      )}
    </Section>
  )
}

interface FactorsProps {
  status: MfaStatus
  onAction: (action: Action) => void
}

function Factors({ status, onAction }: FactorsProps) {
  const sendsTexts = usePublicConfig()?.ways.sms ?? false
  const { app, sms, phone, scratchCodes } = status
  const row = (factor: FactorType) => ({
    title: messages[factor].title,
    isInUse: status[factor],
    action: status[factor] ? messages.end : messages.start,
    label: (status[factor] ? messages.endOf : messages.startOf)(messages[factor].title),
    onPress: () => onAction({ kind: status[factor] ? 'end' : 'start', factor }),
  })
  return (
    <ul className="m-0 list-none p-0">
      <FactorRow {...row('app')} lead={messages.app.lead} />
      {(sendsTexts || sms) && (
        <FactorRow
          {...row('sms')}
          lead={phone === null ? messages.sms.lead : messages.sms.phone(phone)}
          warning={messages.sms.warning}
        />
      )}
      <FactorRow
        title={factors.recovery.title}
        lead={scratchCodes === 0 ? factors.recovery.none : factors.recovery.left(scratchCodes)}
        action={scratchCodes === 0 ? factors.recovery.make : factors.recovery.renew}
        denialReason={app || sms ? null : factors.recovery.noFactor}
        onPress={() => onAction({ kind: scratchCodes === 0 ? 'codes' : 'renew' })}
      />
    </ul>
  )
}

interface EndProps {
  status: MfaStatus
  factor: FactorType
  onClose: () => void
}

function EndFactor({ status: { memberUuid, app, sms, required }, factor, onClose }: EndProps) {
  const isLast = !(app && sms)
  const last = required ? messages.endLastRequired : messages.endLast
  return (
    <Confirm
      title={messages.endTitle(messages[factor].title)}
      text={isLast ? `${messages.endText} ${last}` : messages.endText}
      submit={messages.end}
      action={() => api.mfa.change({ params: { memberUuid }, body: { [factor]: false } })}
      onClose={onClose}
    />
  )
}
