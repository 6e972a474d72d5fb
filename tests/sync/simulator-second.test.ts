import { keepsEveryPromiseIn, keepsEveryPromiseWithoutStudents } from './simulator/share.ts';

keepsEveryPromiseWithoutStudents(keepsEveryPromiseIn(1, 2));
