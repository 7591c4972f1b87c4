import { useNavigate } from '@tanstack/react-router'
import { cases as contract } from '@assay/contract/cases.ts'
import { api } from '../../api/client.ts'
import { cases as messages } from '../../messages/cases.ts'
import { paths } from '../../paths.ts'
import { FormDialog } from '../../widgets/forms/form-dialog.tsx'

/** A member's word that a vulnerability is exploited. */
export function OpenCase({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <FormDialog
      title={messages.reportTitle}
      lead={<p className="m-0 text-sm text-soft">{messages.reportLead}</p>}
      schema={contract.create.body}
      submit={messages.open}
      isHeld
      canCancel
      fields={{
        vulnerability: { label: messages.vulnerability, placeholder: 'CVE-2021-44228' },
        text: { label: messages.how, rows: 4 },
      }}
      action={async (body) => {
        const { uuid } = await api.cases.create({ body })
        await navigate({ to: paths.case, params: { caseUuid: uuid } })
      }}
      onClose={onClose}
    />
  )
}
