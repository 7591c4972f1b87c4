import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { onLoginTooOld } from '../../../api/reauthentication.ts'
import { query } from '../../../api/query.ts'
import { factors } from '../../../messages/factors.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { CredentialForms } from './credential-forms.tsx'

const messages = factors.confirm

/** The reauthentication dialog for calls that require a recent login; the call continues afterwards. */
export function ConfirmLogin() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)
  useEffect(() => onLoginTooOld(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (answer === null) return null
  const end = (isConfirmed: boolean) => {
    setAnswer(null)
    answer(isConfirmed)
  }
  return (
    <Dialog title={messages.title} isOpen onOpenChange={() => end(false)}>
      <p className="m-0 text-base text-soft">{messages.lead}</p>
      <Credentials onEnd={end} />
    </Dialog>
  )
}

function Credentials({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const methods = useQuery({ ...query(api.reauthentication.get, {}), gcTime: 0 })
  return (
    <SettingsQuery query={methods}>
      {(known) => (
        <CredentialForms methods={known} onDone={() => onEnd(true)} onCancel={() => onEnd(false)} />
      )}
    </SettingsQuery>
  )
}
