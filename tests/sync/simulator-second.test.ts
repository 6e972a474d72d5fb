import { keepsEveryPromiseIn } from './simulator/share.ts';

keepsEveryPromiseIn(1, 2);
