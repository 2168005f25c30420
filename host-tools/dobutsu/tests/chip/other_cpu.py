import json
import pathlib
import sys

from unicorn import UC_ARCH_ARM, UC_MODE_MCLASS, UC_MODE_THUMB, Uc, arm_const as arm

FLASH, RAM = 0x10000000, 0x20000000
NAMES = [f"R{n}" for n in range(13)] + ["SP", "LR", "PC"]
REGISTERS = [getattr(arm, f"UC_ARM_REG_{name}") for name in NAMES]
MODELS = {"Cortex-M0": arm.UC_CPU_ARM_CORTEX_M0, "Cortex-M33": arm.UC_CPU_ARM_CORTEX_M33}

folder = pathlib.Path(sys.argv[1])
flash = (folder / "flash").read_bytes()
slices = sorted(folder.glob("*.json"), key=lambda path: int(path.stem))
assert slices
for model, number in MODELS.items():
    instructions = 0
    for path in slices:
        slice = json.loads(path.read_text())
        before, after = slice["before"], slice["after"]
        ram = path.with_suffix(".before").read_bytes()
        cpu = Uc(UC_ARCH_ARM, UC_MODE_THUMB | UC_MODE_MCLASS)
        cpu.ctl_set_cpu_model(number)
        cpu.mem_map(FLASH, len(flash))
        cpu.mem_write(FLASH, flash)
        cpu.mem_map(RAM, len(ram))
        cpu.mem_write(RAM, ram)
        for register, value in zip(REGISTERS, before["registers"]):
            cpu.reg_write(register, value)
        flags = cpu.reg_read(arm.UC_ARM_REG_XPSR) & 0x0FFFFFFF
        cpu.reg_write(arm.UC_ARM_REG_XPSR, flags | before["flags"])
        begin, end = before["registers"][15] | 1, after["registers"][15] & ~1
        cpu.emu_start(begin, end)
        wanted = path.with_suffix(".after").read_bytes()
        found = bytes(cpu.mem_read(RAM, len(ram)))
        different = [RAM + i for i in range(len(ram)) if found[i] != wanted[i]]
        assert not different, f"{model}, slice {path.stem}: RAM differs at {different[0]:#x}"
        for name, register, value in zip(NAMES, REGISTERS, after["registers"]):
            read = cpu.reg_read(register)
            assert read & ~1 == value & ~1, f"{model}, slice {path.stem}: {name} is {read:#x}, not {value:#x}"
        flags = cpu.reg_read(arm.UC_ARM_REG_XPSR) & 0xF0000000
        assert flags == after["flags"], f"{model}, slice {path.stem}: flags {flags:#x}"
        instructions += slice["instructions"]
    print(f"{model}: {len(slices)} slices, {instructions} instructions, no difference in RAM, registers and flags")
