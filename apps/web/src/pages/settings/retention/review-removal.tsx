import type { RetentionPreview, RetentionSettings } from '@assay/contract/retention.ts'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { formatBytes, formatNumber } from '../../../language/format.ts'
import { retention } from '../../../messages/retention.ts'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { useUser } from '../use-user.ts'

const messages = retention.preview

interface Props {
  body: RetentionSettings
  preview: RetentionPreview
  onSaved: () => void
  onClose: () => void
}

export function ReviewRemoval({ body, preview, onSaved, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid }
  const kinds = preview.kinds.filter(({ count }) => count > 0)
  return (
    <FormDialog
      title={messages.title}
      lead={kinds.length === 0 ? <p className="m-0">{messages.none}</p> : <Amounts kinds={kinds} />}
      schema={z.object({})}
      submit={messages.save}
      isDangerous={kinds.length > 0}
      canCancel
      action={async () => {
        await api.retention.save({ params, body })
        onSaved()
      }}
      onClose={onClose}
    />
  )
}

const Amounts = ({ kinds }: Pick<RetentionPreview, 'kinds'>) => (
  <>
    <p className="m-0">{messages.lead}</p>
    <Table label={messages.title}>
      <thead>
        <tr className="border-b border-line">
          <Header title={messages.kind} />
          <Header title={messages.count} isNumber />
          <Header title={messages.size} isNumber />
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, count, bytes }) => (
          <tr key={kind} className={rowStyle}>
            <td className={cellStyle}>{messages.kinds[kind]}</td>
            <td className={numberCell}>{formatNumber(count)}</td>
            <td className={numberCell}>{formatBytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </>
)
