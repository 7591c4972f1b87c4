import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { texts } from '../../messages/app.ts'
import { secondFactor } from '../../messages/second-factor.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { CopyButton } from '../copy-button.tsx'

const messages = secondFactor.setUp

interface Props {
  /** Challenge of a login; undefined for the logged-in member. */
  challenge?: string | undefined
}

/** A new authenticator app key as QR code and text. */
export function AppKey({ challenge }: Props) {
  const key = useQuery({
    ...query(api.mfa.initializeApp, { body: challenge === undefined ? undefined : { challenge } }),
    // Each call creates another key and invalidates the shown one.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (key.isError) return <p className="m-0 text-sm text-danger">{messageOf(key.error)}</p>
  if (!key.data) return <Spinner label={texts.loading} />
  return (
    <div className="grid justify-items-center gap-3">
      <p className="m-0 text-base text-soft">{messages.scan}</p>
      {/* Cameras require dark on light. */}
      <img src={key.data.qrCode} alt={messages.qrCode} className="size-44 rounded-md bg-white p-2" />
      <div className="flex w-full flex-wrap items-center gap-2 text-sm text-soft">
        <span className="w-full">{messages.byHand}</span>
        <code
          tabIndex={0}
          className="min-w-0 grow basis-48 rounded-md bg-hover p-2 text-sm text-ink select-all [overflow-wrap:anywhere]"
        >
          {key.data.secret}
        </code>
        <CopyButton text={key.data.secret} />
      </div>
    </div>
  )
}
