import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { onLoginTooOld } from '../../api/confirming.ts'
import { query } from '../../api/query.ts'
import { factors } from '../../texts/factors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Known } from './known.tsx'
import { Proof } from './proof.tsx'

const words = factors.confirm

/** Asks who one is before what lets in is changed, when the login was a while ago; the call goes on after that. */
export function ConfirmLogin() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)
  useEffect(() => onLoginTooOld(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (answer === null) return null
  const end = (isConfirmed: boolean) => {
    setAnswer(null)
    answer(isConfirmed)
  }
  return (
    <Dialog title={words.title} isOpen onOpenChange={() => end(false)}>
      <p className="m-0 text-base text-soft">{words.lead}</p>
      <Ways onEnd={end} />
    </Dialog>
  )
}

function Ways({ onEnd }: { onEnd: (isConfirmed: boolean) => void }) {
  const ways = useQuery({ ...query(api.confirmation.get, {}), gcTime: 0 })
  return (
    <Known query={ways}>
      {(known) => <Proof ways={known} onDone={() => onEnd(true)} onCancel={() => onEnd(false)} />}
    </Known>
  )
}
