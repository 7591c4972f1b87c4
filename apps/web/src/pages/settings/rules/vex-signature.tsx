import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Signature } from '../../../widgets/signature.tsx'
import { SettingsQuery } from '../settings-query.tsx'

interface Props {
  params: { accountUuid: string; vexUuid: string }
  name: string
  onClose: () => void
}

/** Whether a document is signed by whom the account trusts now. */
export function VexSignature({ params, name, onClose }: Props) {
  const check = useQuery(query(api.vex.signature, { params }))
  return (
    <Dialog title={rules.vex.signatureOf(name)} isOpen onOpenChange={onClose}>
      <SettingsQuery query={check}>{(signature) => <Signature {...signature} />}</SettingsQuery>
    </Dialog>
  )
}
