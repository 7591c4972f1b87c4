import type { Overview } from '@assay/contract/scans.ts'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../../../api/outage.ts'
import { badges as messages } from '../../../messages/badges.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

const BadgeForm = lazy(() =>
  loadPart(async () => ({ default: (await import('./badge-form.tsx')).BadgeForm })),
)

/** Badge settings, loaded when opened. */
export function Badges({ overview }: { overview: Overview }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onPress={() => setOpen(true)}>
        {messages.open}
      </Button>
      <Dialog title={messages.title} isOpen={isOpen} onOpenChange={setOpen} isWide>
        <Suspense fallback={<p className="m-0 text-soft">{messages.loading}</p>}>
          <BadgeForm overview={overview} />
        </Suspense>
      </Dialog>
    </>
  )
}
