import type { FeatureName } from '@assay/contract/features.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState, Forbidden } from '../../widgets/notices/empty-state.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { paths } from '../../paths.ts'
import { settings as messages } from '../../messages/settings.ts'
import { useUser } from './use-user.ts'

interface Props {
  feature: FeatureName
  children: ReactNode
}

/** For administrators of accounts with the feature; explains the restriction to others. */
export function WithFeature({ feature, children }: Props) {
  const { account } = useUser()
  const hasPermission = usePermission()
  if (!hasPermission('configuration.read')) return <Forbidden {...messages.forbidden} />
  if (account.features.includes(feature)) return children
  return (
    <EmptyState {...messages.featureOff}>
      <Link to={paths.settingsSection} params={{ section: 'account' }} className="text-accent underline">
        {messages.sections.account.title}
      </Link>
    </EmptyState>
  )
}
