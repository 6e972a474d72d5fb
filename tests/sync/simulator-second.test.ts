import {
  keepsEveryPromiseIn,
  keepsEveryPromiseWithManyFiles,
  keepsEveryPromiseWithoutStudents,
} from './simulator/share.ts';

const harness = keepsEveryPromiseIn(1, 2);
keepsEveryPromiseWithoutStudents(harness);
keepsEveryPromiseWithManyFiles(harness);
