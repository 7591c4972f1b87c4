import { minuteMs } from '@assay/engine/time.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { texts } from '../../messages/app.ts'
import { secondFactor as messages } from '../../messages/second-factor.ts'
import { Button } from '../../ui/button.tsx'

/** Text messages cost money, so they are only sent on request. */
export function SendCode({ challenge }: { challenge?: string }) {
  const [sent, setSent] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async () => {
    setFailure(null)
    try {
      const { phone, expiresInMs } = await api.mfa.sendSms({
        body: { ...(challenge !== undefined && { challenge }) },
      })
      setSent(messages.sent(phone, Math.round(expiresInMs / minuteMs)))
    } catch (error) {
      setFailure(error instanceof Error ? messageOf(error) : texts.somethingWentWrong)
    }
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Button onPress={() => void send()}>{sent === null ? messages.send : messages.sendAgain}</Button>
      <p role="status" className="m-0 text-sm text-soft empty:hidden">
        {sent}
      </p>
      <p role="alert" className="m-0 text-sm text-danger empty:hidden">
        {failure}
      </p>
    </div>
  )
}
