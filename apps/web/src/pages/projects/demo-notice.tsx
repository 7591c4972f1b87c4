import { demo } from '@assay/contract/demo.ts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { projects } from '../../messages/projects.ts'
import { Button } from '../../ui/button.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { Confirm } from '../../widgets/forms/confirm.tsx'

const messages = projects.demo

/** The number of demo projects, and a button to remove them. */
export function DemoNotice({ accountUuid, count }: { accountUuid: string; count: number }) {
  const [isConfirming, setConfirming] = useState(false)
  const isAllowed = usePermission()(demo.remove.permission)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-2">
      <span>{messages.shown(count)}</span>
      <span className="ml-auto">
        <Button
          aria-disabled={!isAllowed}
          title={isAllowed ? undefined : projects.notAllowed}
          onPress={() => isAllowed && setConfirming(true)}
        >
          {messages.remove}
        </Button>
      </span>
      {isConfirming && (
        <Confirm
          {...messages}
          action={() => api.demo.remove({ params: { accountUuid } })}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  )
}
