import { ApiError } from '@assay/sdk/api-error.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { messageOf } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { login } from '../../messages/login.ts'
import { Button } from '../../ui/button.tsx'
import { canOfferPasskeys, logInByPasskey } from './passkeys.ts'

const messages = login.passkey

interface Props {
  /** Whether the browser can offer passkeys in the address field. */
  isOffered?: boolean
}

/** The passkey button, with conditional UI in the address field. */
export function PasskeyLogin({ isOffered = false }: Props) {
  const { logIn } = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  // A browser handles one passkey request at a time.
  const asking = useRef<AbortController>(null)

  /** Waits until a passkey is used or another request starts. */
  const ask = async (mediation: 'conditional' | 'optional') => {
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    try {
      await logIn(await logInByPasskey({ mediation, signal }))
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof ApiError) setFailure(messageOf(error))
      // An ignored offer is not an error.
      else if (mediation === 'optional') setFailure(messages.failed)
      if (mediation === 'optional') await offer()
    }
  }
  const offer = async () => {
    const { current } = asking
    if (isOffered && (await canOfferPasskeys()) && asking.current === current) await ask('conditional')
  }
  const begin = useEffectEvent(offer)
  useEffect(() => {
    void begin()
    return () => {
      asking.current?.abort()
      asking.current = new AbortController()
    }
  }, [])

  return (
    <>
      <Button
        onPress={() => {
          setFailure(null)
          void ask('optional')
        }}
      >
        {messages.submit}
      </Button>
      <p role="alert" className={failure === null ? 'hidden' : 'm-0 text-sm text-danger'}>
        {failure}
      </p>
    </>
  )
}
