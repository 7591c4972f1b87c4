import type { FeatureName } from '@assay/contract/features.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Nothing } from '../../parts/nothing.tsx'
import { useMay } from '../../parts/use-may.ts'
import { paths } from '../../paths.ts'
import { settings as words } from '../../texts/settings.ts'
import { useUser } from './use-user.ts'

interface Props {
  feature: FeatureName
  children: ReactNode
}

/** For administrators of accounts that have it switched on; says to others what is in the way. */
export function WithFeature({ feature, children }: Props) {
  const { account } = useUser()
  const may = useMay()
  if (!may('configuration.read')) return <Nothing {...words.forbidden} />
  if (account.features.includes(feature)) return children
  return (
    <Nothing {...words.featureOff}>
      <Link to={paths.settingsSection} params={{ section: 'account' }} className="text-accent underline">
        {words.sections.account.title}
      </Link>
    </Nothing>
  )
}
