import type { DocumentReader } from '../inventory.ts'
import { compose } from './images/compose.ts'
import { dockerfile } from './images/dockerfile.ts'
import { gitlabCi } from './images/gitlab-ci.ts'
import { helmValues } from './images/helm-values.ts'
import { kubernetes } from './images/kubernetes.ts'

/** All readers of files that name images. */
export const imageReaders: readonly DocumentReader[] = [dockerfile, compose, gitlabCi, helmValues, kubernetes]
